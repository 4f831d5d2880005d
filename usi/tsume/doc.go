// Package tsume is the command katachi mate: it solves files of mate problems side by side and shows and records what
// comes out.
package tsume
