#ifndef CSTORE_H
#define CSTORE_H

#include <sqlite3.h>
#include <stdint.h>

// Calls that Swift cannot make itself: functions with a variable number of arguments, and those that need
// `_GNU_SOURCE`.

/// Keeps a connection from copying its write-ahead log into the database file and from deleting the log when
/// it closes, see sqlite.org/c3ref/c_dbconfig_defensive.html.
void cstore_keep_log_on_close(sqlite3 *connection);

/// Lets the schema of a connection's file use only functions and virtual tables that are harmless, and refuses
/// statements that can damage a file on purpose; returns an SQLite result code.
int cstore_distrust_schema(sqlite3 *connection);

/// Switches the triggers of a connection on or off.
void cstore_enable_triggers(sqlite3 *connection, int enabled);

/// Gets the counter of commits, of any program, from the index of the write-ahead log, see
/// sqlite.org/walformat.html; returns 0 when there is none. The connection has to be in WAL mode.
int cstore_log_commits(sqlite3 *connection, uint32_t *commits);

/// Renames a file in a folder to a path, unless there is a file of that name; 0 or -1 with `errno`.
int cstore_rename_if_free(int folder, const char *name, const char *target);

#endif
