/*
Package level plays as people of many strengths do, from somebody who has just learned the moves up to where the
engine's own search takes over with few nodes.
*/
package level
