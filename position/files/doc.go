// Package files finds and opens the files that users name. It also has what every writer of lasting files needs: a file
// is made or replaced as a whole or not at all, and only one process at a time appends to it.
package files
