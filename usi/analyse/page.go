package analyse

import (
	"bytes"
	_ "embed"
	"html/template"

	"katachi/usi/board"
)

//go:embed page/page.html
var pageHTML string

//go:embed page/page.css
var pageCSS string

//go:embed page/page.js
var pageJS string

var pageTemplate = template.Must(template.New("page").Parse(pageHTML))

// Page returns the report as one HTML page that needs no other file.
func (r *Report) Page() ([]byte, error) {
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, map[string]any{
		"Report": r, "Style": template.CSS(board.Style + pageCSS), "Script": template.JS(board.Script + pageJS),
	})
	return b.Bytes(), err
}
