/* A front end in Python: starts an interpreter and gives frontend.py, which stands beside it, what it is to show. The
 * script returns text; the loader writes it. Built by the Makefile, which links libpython3. */
#define PY_SSIZE_T_CLEAN
#define _GNU_SOURCE /* dladdr */
#include <Python.h>
#include <dlfcn.h>
#include <hub/frontend.h>
#include <limits.h>
#include <stdio.h>

static const hub_host *host; /* one instance a process: an interpreter is one, too */
static hub_terminal_info terminal = {.size = sizeof terminal};
static PyObject *module;

static PyObject *text(hub_string s) {
  if (s.data == NULL) Py_RETURN_NONE;
  return PyUnicode_DecodeUTF8(s.data, (Py_ssize_t)s.length, "replace");
}

/* Calls a function of the script and writes what it returns; takes the arguments over. */
static hub_status call(const char *name, PyObject *arguments) {
  PyObject *function = PyObject_GetAttrString(module, name);
  PyObject *result = function != NULL && arguments != NULL ? PyObject_CallObject(function, arguments) : NULL;
  const char *said = result != NULL ? PyUnicode_AsUTF8(result) : NULL;
  hub_status status = said != NULL && dprintf(terminal.output_fd, "%s", said) >= 0 ? HUB_OK : HUB_E_FAILED;
  if (PyErr_Occurred()) PyErr_Print(); /* on standard error */
  Py_XDECREF(result);
  Py_XDECREF(function);
  Py_XDECREF(arguments);
  return status;
}

static int32_t add_row(void *list, const hub_item *item) {
  PyObject *row = Py_BuildValue("(NNNN)", PyBool_FromLong(item->flags & HUB_FLAG_UNREAD), text(item->sender),
                                text(item->subject), text(item->preview));
  if (row != NULL) PyList_Append(list, row);
  Py_XDECREF(row);
  return row == NULL;
}

static int32_t add_line(void *list, const hub_line *line) {
  PyObject *string = text(line->text);
  if (string != NULL) PyList_Append(list, string);
  Py_XDECREF(string);
  return string == NULL;
}

static hub_status show_hub(void *instance, const hub_call *context, const char *tab, uint64_t tab_length,
                           const char *badge, uint64_t badge_length) {
  (void)instance; (void)context;
  const hub_items *items = host->service(host, HUB_ITEMS, sizeof HUB_ITEMS - 1);
  hub_query newest = {.size = sizeof newest, .direction = HUB_OLDER, .limit = 20};
  PyObject *rows = PyList_New(0);
  if (items != NULL) items->fetch(host, &newest, add_row, rows);
  hub_string tab_text = {tab, tab_length}, badge_text = {badge, badge_length};
  return call("show_hub", Py_BuildValue("(NNN)", text(tab_text), text(badge_text), rows));
}

static hub_status present_post(void *instance, const hub_call *context, uint64_t presentation, const hub_post *post) {
  (void)instance; (void)context; (void)presentation;
  const hub_document *document = host->service(host, HUB_DOCUMENT, sizeof HUB_DOCUMENT - 1);
  PyObject *lines = PyList_New(0);
  if (document != NULL) document->lines(host, post->id, terminal.columns, add_line, lines);
  return call("present_post", Py_BuildValue("(NNN)", text(post->subject), text(post->preview), lines));
}

static hub_status create(const hub_host *our_host, void **instance) {
  (void)instance;
  host = our_host;
  const hub_terminal *service = host->service(host, HUB_TERMINAL, sizeof HUB_TERMINAL - 1);
  Dl_info here;
  char path[PATH_MAX] = "";
  if (service == NULL || service->describe(host, &terminal) < 0) return HUB_E_UNAVAILABLE;
  if (dladdr(&module, &here) == 0 || realpath(here.dli_fname, path) == NULL) return HUB_E_FAILED;
  *(strrchr(path, '/') + 1) = 0;
  /* hubhost loads a front end for itself alone; Python's own extension modules look for its names everywhere. */
  (void)dlopen(HUB_LIBPYTHON, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
  /* Isolated: no signal handlers, no locale, no environment variables, nothing from the user's site folder. */
  PyPreConfig before;
  PyPreConfig_InitIsolatedConfig(&before);
  before.utf8_mode = 1;
  PyConfig config;
  PyConfig_InitIsolatedConfig(&config);
  PyStatus status = Py_PreInitialize(&before);
  if (!PyStatus_Exception(status)) status = Py_InitializeFromConfig(&config);
  PyConfig_Clear(&config);
  if (PyStatus_Exception(status)) return HUB_E_FAILED;
  PyObject *folder = PyUnicode_DecodeFSDefault(path);
  PyList_Insert(PySys_GetObject("path"), 0, folder);
  Py_XDECREF(folder);
  module = PyImport_ImportModule("frontend");
  if (module == NULL) PyErr_Print();
  return module != NULL ? HUB_OK : HUB_E_FAILED;
}

static void destroy(void *instance) {
  (void)instance;
  Py_CLEAR(module);
  Py_FinalizeEx();
}

static const hub_method methods[] = {HUB_METHOD(show_hub, show_hub), HUB_METHOD(present_post, present_post)};
static const hub_frontend descriptor = {
    HUB_FRONTEND_HEAD, HUB_STRING("com.example.python"), HUB_STRING("python"), HUB_STRING("1.0"),
    HUB_STRING("Asks a Python script what to show"), 0, sizeof(hub_method), 2, methods, create, NULL, NULL, destroy,
    HUB_NO_ACTIONS};

HUB_EXPORT const hub_frontend *hub_frontend_v1(uint32_t host_minor) { (void)host_minor; return &descriptor; }
