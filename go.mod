module katachi

go 1.25
