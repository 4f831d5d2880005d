// Package tsume is the command katachi mate: it solves files of mate problems, several at a time, and shows and
// records the results. problem.go reads the files, display.go shows the table, kif.go writes the mates as records.
package tsume
