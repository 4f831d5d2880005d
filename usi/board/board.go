// Package board is the shogi board on HTML pages: script and style that the reports of matches and of analyses share. It
// draws a position with its coordinates and the pieces in hand, plays USI moves, and names them as Japanese readers do.
package board

import _ "embed"

// Script defines the object Shogi; its functions are described in board.js.
//
//go:embed board.js
var Script string

// Style is what the drawn board needs; it follows the variables --board, --line, --piece, --ink and --mark of the page.
//
//go:embed board.css
var Style string
