/* proctree.c: the processes below one of ours, by /proc.
   SPDX-License-Identifier: GPL-3.0-or-later

   Processes come and go while they are read, so that a scan may miss one; whoever must find all of them scans until
   the kernel says that there is no child left (watch.c). */

#include "base/proctree.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct { pid_t pid, parent; double cpu; size_t memory; } process;

static void add(slip_proctree *tree, pid_t pid)
{
    for (int k = 0; k < tree->count; k++)
        if (tree->pid[k] == pid)
            return;
    if (tree->count == tree->room) {
        int room = tree->room ? 2 * tree->room : 64;
        pid_t *bigger = slip_realloc(tree->pid, (size_t)room * sizeof *bigger);
        if (!bigger)
            return;
        tree->pid = bigger;
        tree->room = room;
    }
    tree->pid[tree->count++] = pid;
}

/* /proc/PID/stat: "pid (name) state ppid ..."; the name may hold anything, a parenthesis too. */
static bool read_stat(pid_t pid, process *p)
{
    char path[32], line[2048];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *f = fopen(path, "re");
    size_t n = f ? fread(line, 1, sizeof line - 1, f) : 0;
    if (f)
        fclose(f);
    line[n] = 0;
    const char *rest = strrchr(line, ')');
    int parent;
    unsigned long long user, system, user_waited, system_waited;
    long pages;
    if (!rest || sscanf(rest + 1, " %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu %*d %*d %*d %*d %*u %*u %ld",
                        &parent, &user, &system, &user_waited, &system_waited, &pages) != 6)
        return false;
    *p = (process){ .pid = pid, .parent = parent, .memory = pages > 0 ? (size_t)pages * (size_t)sysconf(_SC_PAGESIZE) : 0,
                    .cpu = (double)(user + system + user_waited + system_waited) / (double)sysconf(_SC_CLK_TCK) };
    return true;
}

/* The next entry of a directory whose name is a number, or 0. */
static pid_t next_number(DIR *d)
{
    for (struct dirent *e; d && (e = readdir(d));)
        if (e->d_name[0] >= '1' && e->d_name[0] <= '9')
            return (pid_t)atoi(e->d_name);
    return 0;
}

static bool add_children(slip_proctree *tree, pid_t pid)
{
    char path[64];
    bool readable = false;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *d = opendir(path);
    for (pid_t thread; (thread = next_number(d));) {
        snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)thread);
        FILE *f = fopen(path, "re");
        for (int child; f && fscanf(f, "%d", &child) == 1;)
            add(tree, child);
        if (f) {
            readable = true;
            fclose(f);
        }
    }
    if (d)
        closedir(d);
    return readable;
}

static void add_by_parent(slip_proctree *tree, pid_t root)
{
    process *all = NULL;
    int count = 0, room = 0;
    DIR *d = opendir("/proc");
    for (pid_t pid; (pid = next_number(d));) {
        if (count == room) {
            room = room ? 2 * room : 256;
            process *bigger = slip_realloc(all, (size_t)room * sizeof *bigger);
            if (!bigger)
                break;
            all = bigger;
        }
        count += read_stat(pid, &all[count]);
    }
    if (d)
        closedir(d);
    for (int k = -1; k < tree->count; k++)                      /* the list grows as it is walked */
        for (int i = 0; i < count; i++)
            if (all[i].parent == (k < 0 ? root : tree->pid[k]))
                add(tree, all[i].pid);
    slip_free(all);
}

slip_proctree_way slip_proctree_best(void)
{
    slip_proctree nobody = {0};
    bool readable = add_children(&nobody, getpid());
    slip_proctree_free(&nobody);
    return readable ? SLIP_PROCTREE_DOWN : SLIP_PROCTREE_ALL;
}

void slip_proctree_scan(slip_proctree *tree, pid_t root, slip_proctree_way way)
{
    tree->count = 0;
    tree->memory = 0;
    tree->cpu = 0;
    if (way == SLIP_PROCTREE_ALL)
        add_by_parent(tree, root);
    else
        add_children(tree, root);
    for (int k = 0; k < tree->count; k++) {
        process p;
        if (way == SLIP_PROCTREE_DOWN)
            add_children(tree, tree->pid[k]);                   /* behind k, to be met later in this loop */
        if (read_stat(tree->pid[k], &p)) {
            tree->memory += p.memory;
            tree->cpu += p.cpu;
        }
    }
}

void slip_proctree_free(slip_proctree *tree)
{
    slip_free(tree->pid);
    *tree = (slip_proctree){0};
}
