/* room.c: how much memory is left, so that what cannot fit is refused before it is tried.
   SPDX-License-Identifier: GPL-3.0-or-later

   The smallest of: what the kernel calls available, what the control group leaves, what RLIMIT_AS leaves. */

#include "base/base.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* The number after `key` in a small file (key "": its first number); -1 if there is none. */
static double number(const char *path, const char *key, double unit)
{
    char text[4096];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0) close(fd);
    if (n <= 0) return -1;
    text[n] = 0;
    const char *at = strstr(text, key);
    char *end;
    if (!at) return -1;
    at += strlen(key);
    double x = (double)strtoull(at, &end, 10);
    return end == at ? -1 : x * unit;               /* "max": no limit */
}

size_t slip_memory_available(void)
{
    double left = number("/proc/meminfo", "MemAvailable:", 1024);
    if (left < 0) left = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    double most = number("/sys/fs/cgroup/memory.max", "", 1), used = number("/sys/fs/cgroup/memory.current", "", 1);
    if (most >= 0 && used >= 0 && most - used < left) left = most - used;
    struct rlimit limit;
    double space = number("/proc/self/statm", "", (double)sysconf(_SC_PAGESIZE));
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && space >= 0 && (double)limit.rlim_cur - space < left)
        left = (double)limit.rlim_cur - space;
    return left > 0 ? (size_t)left : 0;
}
