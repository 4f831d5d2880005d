// Package tsume is the command katachi mate: it solves files of mate problems side by side and shows and records what
// comes out. problem.go reads the files, display.go shows the table, kif.go writes the
// mates as records.
package tsume
