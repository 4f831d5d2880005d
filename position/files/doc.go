// Package files finds and opens the files that users name, and has what all that writes files of lasting worth needs: a file is
// made or replaced as a whole or not at all, and only one process at a time appends to it.
package files
