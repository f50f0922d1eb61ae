/* file.c: reading a file whole, and writing one whole or not at all.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The last 120 bytes of a long path say more than the first. */
static const char *tail(const char *path)
{
    size_t length = strlen(path);
    if (length <= 120) return path;
    path += length - 120;
    while (((unsigned char)*path & 0xC0) == 0x80) path++;       /* not inside a character */
    return path;
}

static const char *file_kind(mode_t mode)
{
    return S_ISDIR(mode) ? "a directory" : S_ISFIFO(mode) ? "a pipe" : S_ISSOCK(mode) ? "a socket"
         : S_ISCHR(mode) || S_ISBLK(mode) ? "a device" : "not a regular file";
}

static slip_status read_failed(const char *path, int why, slip_error *error)
{
    char text[128];
    return slip_fail(error, SLIP_FILE, "cannot read %s: %s", tail(path),
                     why == ENOENT ? "there is no such file" : strerror_r(why, text, sizeof text));
}

static slip_status too_big(const char *path, size_t limit, slip_error *error)
{
    return slip_fail(error, SLIP_SIZE, "%s has more than the %zu bytes that are accepted", tail(path), limit);
}

static slip_status read_all(int fd, const char *path, size_t limit, size_t expected, slip_text *out, slip_error *error)
{
    char piece[16384];
    if (expected <= limit) {                                    /* one allocation for the usual file */
        char *s = slip_malloc(expected + 1);
        if (!s) return slip_fail(error, SLIP_MEMORY, "out of memory for the %zu bytes of %s", expected, tail(path));
        *s = 0;
        *out = (slip_text){ .s = s, .room = expected + 1 };
    }
    for (;;) {
        ssize_t n = read(fd, piece, sizeof piece);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return read_failed(path, errno, error);
        if (n == 0) return SLIP_OK;
        if ((size_t)n > limit - out->length) return too_big(path, limit, error);
        slip_text_put(out, piece, (size_t)n);
        if (out->failed) return slip_fail(error, SLIP_MEMORY, "out of memory while reading %s", tail(path));
    }
}

slip_status slip_file_read(const char *path, size_t limit, slip_text *out, slip_error *error)
{
    slip_text_free(out);
    slip_status status;
    if (strcmp(path, "-") == 0) status = read_all(STDIN_FILENO, "standard input", limit, 0, out, error);
    else {
        struct stat st;
        int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);      /* a pipe without a writer does not hold us */
        if (fd < 0) return errno == ENXIO ? slip_fail(error, SLIP_FILE, "cannot read %s: it is not a regular file", tail(path))
                                          : read_failed(path, errno, error);
        if (fstat(fd, &st) != 0) status = read_failed(path, errno, error);
        else if (!S_ISREG(st.st_mode))
            status = slip_fail(error, SLIP_FILE, "cannot read %s: it is %s%s", tail(path), file_kind(st.st_mode),
                               S_ISDIR(st.st_mode) ? "" : "; give it as standard input, with the name -");
        else if ((uintmax_t)st.st_size > limit) status = too_big(path, limit, error);
        else status = read_all(fd, path, limit, (size_t)st.st_size, out, error);
        close(fd);
    }
    if (status) slip_text_free(out);
    return status;
}

static slip_status write_failed(const char *path, int why, slip_error *error)
{
    char text[128];
    return slip_fail(error, SLIP_FILE, "cannot write %s: %s", tail(path),
                     why == ENOSPC || why == EDQUOT ? "the disk is full"
                     : why == EROFS ? "the file system is read-only"
                     : why == ENOENT || why == ENOTDIR ? "its directory does not exist"
                     : why == ENXIO ? "nobody reads the pipe"
                     : strerror_r(why, text, sizeof text));
}

/* 0 or an errno */
static int write_all(int fd, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t n = write(fd, bytes, count < SSIZE_MAX ? count : SSIZE_MAX);
        if (n < 0 && errno != EINTR) return errno;
        if (n > 0) { bytes += n; count -= (size_t)n; }
    }
    return 0;
}

/* A device or a pipe cannot be renamed over. */
static slip_status write_through(const char *path, const char *bytes, size_t count, slip_error *error)
{
    int fd = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) return write_failed(path, errno, error);
    int flags = fcntl(fd, F_GETFL);
    int why = flags < 0 || fcntl(fd, F_SETFL, flags & ~O_NONBLOCK) < 0 ? errno : write_all(fd, bytes, count);
    if (close(fd) != 0 && !why) why = errno;
    return why ? write_failed(path, why, error) : SLIP_OK;
}

/* A new file in the directory of path (its first `directory` bytes); the name is short, so that it fits where path does.
   The mode is that of any new file; mkstemp would keep others out. */
static int open_temporary(const char *path, size_t directory, char name[PATH_MAX])
{
    for (int k = 0; k < 1000; k++) {
        int n = snprintf(name, PATH_MAX, "%.*s.slip-%ld-%d", (int)directory, path, (long)getpid(), k);
        if (n < 0 || n >= PATH_MAX) { errno = ENAMETOOLONG; return -1; }
        int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}

/* The name of the file itself survives a crash too.  Some file systems cannot do this, and the file is there anyway. */
static void sync_directory(const char *path, size_t directory)
{
    char name[PATH_MAX];
    snprintf(name, sizeof name, "%.*s", directory ? (int)directory : 1, directory ? path : ".");
    int fd = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    (void)fsync(fd);
    close(fd);
}

/* Where a path is written: to itself, or to what it links to; a pipe or device is written through. */
typedef struct { struct stat st; char real[PATH_MAX]; const char *target; size_t directory; bool old, through; } destination;

static slip_status aim(const char *path, destination *d, slip_error *error)
{
    d->old = stat(path, &d->st) == 0;
    d->through = false;
    d->target = path;
    if (!*path) return slip_fail(error, SLIP_FILE, "cannot write a file without a name");
    if (strlen(path) >= PATH_MAX) return write_failed(path, ENAMETOOLONG, error);
    if (d->old && S_ISDIR(d->st.st_mode)) return slip_fail(error, SLIP_FILE, "cannot write %s: it is a directory", tail(path));
    if (d->old && !S_ISREG(d->st.st_mode)) {
        d->through = true;
        return SLIP_OK;
    }
    if (d->old && access(path, W_OK) != 0) return write_failed(path, errno, error);
    if (d->old && realpath(path, d->real)) d->target = d->real;         /* behind a link, not over it */
    const char *slash = strrchr(d->target, '/');
    d->directory = slash ? (size_t)(slash - d->target) + 1 : 0;
    if (slash && !slash[1]) return slip_fail(error, SLIP_FILE, "cannot write %s: it names a directory", tail(path));
    return SLIP_OK;
}

slip_status slip_file_ready(const char *path, slip_error *error)
{
    destination d;
    char temporary[PATH_MAX];
    slip_status status = aim(path, &d, error);
    if (status != SLIP_OK || d.through) return status;
    int fd = open_temporary(d.target, d.directory, temporary);
    if (fd < 0) return write_failed(path, errno, error);
    close(fd);
    unlink(temporary);
    return SLIP_OK;
}

slip_status slip_file_write(const char *path, const char *bytes, size_t count, slip_error *error)
{
    destination d;
    char temporary[PATH_MAX];
    slip_status status = aim(path, &d, error);
    if (status != SLIP_OK) return status;
    if (d.through) return write_through(path, bytes, count, error);
    int fd = open_temporary(d.target, d.directory, temporary);
    if (fd < 0) return write_failed(path, errno, error);
    int why = d.old && fchmod(fd, d.st.st_mode & 07777) != 0 ? errno : write_all(fd, bytes, count);
    if (!why && fsync(fd) != 0 && errno != EINVAL && errno != ENOTSUP) why = errno;
    if (close(fd) != 0 && !why) why = errno;
    if (!why && rename(temporary, d.target) != 0) why = errno;
    if (why) {
        unlink(temporary);
        return write_failed(path, why, error);
    }
    sync_directory(d.target, d.directory);
    return SLIP_OK;
}
