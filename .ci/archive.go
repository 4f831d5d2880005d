// archive writes a folder of files as one .zip or .tar.gz whose bytes depend on the files' names and contents alone: order,
// times, owners and permissions are its own. .ci/release calls it:
//
//	go run .ci/archive.go -time SECONDS -run PROGRAM OUT.zip FOLDER
//
// The archive holds the folder under its last name.
package main

import (
	"archive/tar"
	"archive/zip"
	"compress/flate"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	seconds := flag.Int64("time", 0, "time of every file, `seconds` since 1970")
	program := flag.String("run", "", "`file` that may be executed, relative to the folder")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "archive: want OUT.zip or OUT.tar.gz, and a folder")
		os.Exit(2)
	}
	if err := archive(flag.Arg(0), flag.Arg(1), *program, time.Unix(*seconds, 0).UTC()); err != nil {
		fmt.Fprintln(os.Stderr, "archive:", err)
		os.Exit(1)
	}
}

// archive writes all regular files of a folder, in the order of their names. A program that is not there is an error.
func archive(to, folder, program string, when time.Time) (err error) {
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	var add func(name string, mode fs.FileMode, content []byte) error
	var finish func() error
	switch {
	case strings.HasSuffix(to, ".zip"):
		add, finish = zipped(out, when)
	case strings.HasSuffix(to, ".tar.gz"):
		add, finish = tarred(out, when)
	default:
		return fmt.Errorf("%s: want a name in .zip or .tar.gz", to)
	}
	found := program == ""
	err = filepath.WalkDir(folder, func(file string, entry fs.DirEntry, err error) error { // in lexical order
		if err != nil || entry.IsDir() {
			return err
		}
		if !entry.Type().IsRegular() {
			return fmt.Errorf("%s is no regular file", file)
		}
		inside, err := filepath.Rel(folder, file)
		if err != nil {
			return err
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if inside == program {
			mode, found = 0o755, true
		}
		return add(path.Join(filepath.Base(folder), filepath.ToSlash(inside)), mode, content)
	})
	if err == nil && !found {
		err = fmt.Errorf("%s has no %s", folder, program)
	}
	return errors.Join(err, finish())
}

func zipped(out io.Writer, when time.Time) (add func(string, fs.FileMode, []byte) error, finish func() error) {
	z := zip.NewWriter(out)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	return func(name string, mode fs.FileMode, content []byte) error {
		header := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: when}
		header.SetMode(mode)
		w, err := z.CreateHeader(header)
		if err != nil {
			return err
		}
		_, err = w.Write(content)
		return err
	}, z.Close
}

func tarred(out io.Writer, when time.Time) (add func(string, fs.FileMode, []byte) error, finish func() error) {
	packer, _ := gzip.NewWriterLevel(out, gzip.BestCompression) // its header has no time and no name
	t := tar.NewWriter(packer)
	return func(name string, mode fs.FileMode, content []byte) error {
		header := &tar.Header{Name: name, Mode: int64(mode), Size: int64(len(content)), ModTime: when, Typeflag: tar.TypeReg}
		if err := t.WriteHeader(header); err != nil {
			return err
		}
		_, err := t.Write(content)
		return err
	}, func() error { return errors.Join(t.Close(), packer.Close()) }
}
