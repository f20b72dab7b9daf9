/*
 * Loaded into a server (LD_PRELOAD), it writes down all that LevelDB does to the files of one folder: each record says
 * when, to which file and with which bytes. So a test can tell what a disk would hold had the power failed at any
 * moment. RECORDED_FOLDER is the folder, RECORDED_TO takes the records.
 *
 * A record: kind (1), time in nanoseconds of the monotonic clock (8), number of the file (4), length (4), bytes. All
 * little-endian. A write is recorded before it is done, and a sync after it. LevelDB appends with the C library's
 * buffered streams, so that these are what is watched. Files of the server's own are written aside and get their name
 * when they are whole; they are recorded then, as written and not synced. A write that fails would make a record a lie:
 * it ends the process.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* A macro where the compiler optimises. */
#undef fwrite_unlocked

enum { DESCRIPTORS_MAX = 65536, NAMES_MAX = 8192 };
enum { CREATED = 1, WRITTEN = 2, SYNCED = 3, RENAMED = 4, REMOVED = 5 };

/* What is known of an open file. */
struct file {
  uint32_t number;
  uint64_t bytes;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int record_fd = -1;
static const char *folder;
static size_t folder_length;
static struct file files[DESCRIPTORS_MAX];
static uint32_t last_number;

static FILE *(*real_fopen64)(const char *, const char *);
static size_t (*real_fwrite_unlocked)(const void *, size_t, size_t, FILE *);
static int (*real_fclose)(FILE *);
static int (*real_fdatasync)(int);
static int (*real_rename)(const char *, const char *);
static int (*real_unlink)(const char *);

__attribute__((constructor)) static void begin(void) {
  real_fopen64 = dlsym(RTLD_NEXT, "fopen64");
  real_fwrite_unlocked = dlsym(RTLD_NEXT, "fwrite_unlocked");
  real_fclose = dlsym(RTLD_NEXT, "fclose");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_rename = dlsym(RTLD_NEXT, "rename");
  real_unlink = dlsym(RTLD_NEXT, "unlink");
  const char *path = getenv("RECORDED_TO");
  folder = getenv("RECORDED_FOLDER");
  if (path == NULL || folder == NULL) return;
  folder_length = strlen(folder);
  record_fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

/* The name of a file in the folder; NULL for all others, and for the log for people, which nobody reads back. */
static const char *name_of(const char *path) {
  if (record_fd < 0 || strncmp(path, folder, folder_length) != 0 || path[folder_length] != '/') return NULL;
  const char *name = path + folder_length + 1;
  return strncmp(name, "LOG", 3) == 0 ? NULL : name;
}

static struct file *file_of(int fd) {
  return fd >= 0 && fd < DESCRIPTORS_MAX && files[fd].number != 0 ? &files[fd] : NULL;
}

static void write_all(const void *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = syscall(SYS_write, record_fd, bytes, length);
    if (written < 0) abort();
    bytes = (const char *)bytes + written;
    length -= (size_t)written;
  }
}

/* Requires the mutex. */
static void record(uint8_t kind, uint32_t number, const void *bytes, size_t length) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  uint64_t time = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
  uint32_t size = (uint32_t)length;
  unsigned char header[17];
  header[0] = kind;
  memcpy(header + 1, &time, 8);
  memcpy(header + 9, &number, 4);
  memcpy(header + 13, &size, 4);
  write_all(header, sizeof header);
  write_all(bytes, length);
}

FILE *fopen64(const char *path, const char *mode) {
  const char *name = name_of(path);
  if (name == NULL || mode[0] == 'r') return real_fopen64(path, mode);
  /* LevelDB never appends to a file that it has closed. */
  if (mode[0] != 'w') abort();
  pthread_mutex_lock(&mutex);
  FILE *stream = real_fopen64(path, mode);
  int fd = stream == NULL ? -1 : fileno(stream);
  if (fd >= DESCRIPTORS_MAX) abort();
  if (fd >= 0) {
    files[fd] = (struct file){.number = ++last_number};
    record(CREATED, last_number, name, strlen(name));
  }
  pthread_mutex_unlock(&mutex);
  return stream;
}

int fclose(FILE *stream) {
  struct file *file = file_of(fileno(stream));
  if (file != NULL) file->number = 0;
  return real_fclose(stream);
}

size_t fwrite_unlocked(const void *bytes, size_t size, size_t count, FILE *stream) {
  struct file *file = file_of(fileno(stream));
  if (file == NULL) return real_fwrite_unlocked(bytes, size, count, stream);
  pthread_mutex_lock(&mutex);
  record(WRITTEN, file->number, bytes, size * count);
  file->bytes += size * count;
  size_t written = real_fwrite_unlocked(bytes, size, count, stream);
  if (written != count) abort();
  pthread_mutex_unlock(&mutex);
  return written;
}

/* What was written before the call is on the disk after it. */
int fdatasync(int fd) {
  struct file *file = file_of(fd);
  if (file == NULL) return real_fdatasync(fd);
  uint64_t bytes = file->bytes;
  int result = real_fdatasync(fd);
  if (result != 0) abort();
  pthread_mutex_lock(&mutex);
  record(SYNCED, file->number, &bytes, sizeof bytes);
  pthread_mutex_unlock(&mutex);
  return 0;
}

/* Whether it is one of the server's own, not LevelDB's. */
static int is_aside(const char *name) {
  size_t length = strlen(name);
  return length > 4 && strcmp(name + length - 4, ".new") == 0;
}

/* Requires the mutex. */
static void record_whole(const char *path, const char *name) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  record(CREATED, ++last_number, name, strlen(name));
  char bytes[4096];
  ssize_t length;
  while ((length = read(fd, bytes, sizeof bytes)) > 0) record(WRITTEN, last_number, bytes, (size_t)length);
  close(fd);
  if (length < 0) abort();
}

int rename(const char *from, const char *to) {
  const char *old_name = name_of(from);
  const char *new_name = name_of(to);
  if (old_name == NULL || new_name == NULL) return real_rename(from, to);
  char names[NAMES_MAX];
  int length = snprintf(names, sizeof names, "%s\n%s", old_name, new_name);
  if (length < 0 || length >= NAMES_MAX) abort();
  pthread_mutex_lock(&mutex);
  if (is_aside(old_name)) record_whole(from, old_name);
  int result = real_rename(from, to);
  if (result == 0) record(RENAMED, 0, names, (size_t)length);
  pthread_mutex_unlock(&mutex);
  return result;
}

int unlink(const char *path) {
  const char *name = name_of(path);
  if (name == NULL) return real_unlink(path);
  pthread_mutex_lock(&mutex);
  int result = real_unlink(path);
  if (result == 0) record(REMOVED, 0, name, strlen(name));
  pthread_mutex_unlock(&mutex);
  return result;
}
