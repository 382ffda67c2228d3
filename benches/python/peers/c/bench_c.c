/* The lower bound: functions written by hand with CPython's C API, METH_FASTCALL and METH_O. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
  PyObject_HEAD
  double x, y;
} Point;

static int point_init(PyObject* self, PyObject* args, PyObject* kwargs) {
  static char* names[] = {"x", "y", NULL};
  Point* point = (Point*)self;
  return PyArg_ParseTupleAndKeywords(args, kwargs, "dd", names, &point->x, &point->y) ? 0 : -1;
}

static PyTypeObject PointType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "bench_c.Point",
    .tp_basicsize = sizeof(Point),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = point_init,
};

static PyObject* nop(PyObject* module, PyObject* none) {
  (void)module, (void)none;
  Py_RETURN_NONE;
}

static PyObject* add3(PyObject* module, PyObject* const* args, Py_ssize_t count) {
  (void)module;
  if (count != 3) {
    PyErr_SetString(PyExc_TypeError, "add3 takes three arguments");
    return NULL;
  }
  long long sum = 0;
  for (int i = 0; i < 3; i++) {
    long long one = PyLong_AsLongLong(args[i]);
    if (one == -1 && PyErr_Occurred()) return NULL;
    sum += one;
  }
  return PyLong_FromLongLong(sum);
}

static PyObject* text_length(PyObject* module, PyObject* text) {
  (void)module;
  Py_ssize_t size;
  return PyUnicode_AsUTF8AndSize(text, &size) ? PyLong_FromSsize_t(size) : NULL;
}

static PyObject* text_same(PyObject* module, PyObject* text) {
  (void)module;
  Py_ssize_t size;
  const char* data = PyUnicode_AsUTF8AndSize(text, &size);
  return data ? PyUnicode_FromStringAndSize(data, size) : NULL;
}

static PyObject* first_dim(PyObject* module, PyObject* array) {
  (void)module;
  Py_buffer view;
  if (PyObject_GetBuffer(array, &view, PyBUF_STRIDED_RO)) return NULL;
  Py_ssize_t size = view.ndim ? view.shape[0] : 0;
  PyBuffer_Release(&view);
  return PyLong_FromSsize_t(size);
}

static PyObject* same(PyObject* module, PyObject* object) {
  (void)module;
  if (!PyObject_TypeCheck(object, &PointType)) {
    PyErr_SetString(PyExc_TypeError, "same takes a Point");
    return NULL;
  }
  Py_INCREF(object);
  return object;
}

static PyObject* call_n(PyObject* module, PyObject* const* args, Py_ssize_t count) {
  (void)module;
  if (count != 2) {
    PyErr_SetString(PyExc_TypeError, "call_n takes two arguments");
    return NULL;
  }
  long long n = PyLong_AsLongLong(args[1]);
  if (n == -1 && PyErr_Occurred()) return NULL;
  PyObject* last = Py_None;
  Py_INCREF(last);
  for (long long i = 0; i < n; i++) {
    PyObject* number = PyLong_FromLongLong(i);
    if (!number) {
      Py_DECREF(last);
      return NULL;
    }
    PyObject* result = PyObject_Vectorcall(args[0], &number, 1, NULL);
    Py_DECREF(number);
    Py_DECREF(last);
    if (!result) return NULL;
    last = result;
  }
  return last;
}

static PyObject* fail(PyObject* module, PyObject* message) {
  (void)module;
  const char* text = PyUnicode_AsUTF8(message);
  if (text) PyErr_SetString(PyExc_ValueError, text);
  return NULL;
}

static PyMethodDef methods[] = {
    {"nop", nop, METH_NOARGS, NULL},
    {"add3", (PyCFunction)(void (*)(void))add3, METH_FASTCALL, NULL},
    {"text_length", text_length, METH_O, NULL},
    {"text_same", text_same, METH_O, NULL},
    {"first_dim", first_dim, METH_O, NULL},
    {"same", same, METH_O, NULL},
    {"call_n", (PyCFunction)(void (*)(void))call_n, METH_FASTCALL, NULL},
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "bench_c", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_bench_c(void) {
  PyObject* module = PyModule_Create(&definition);
  if (!module) return NULL;
  if (PyType_Ready(&PointType) || PyModule_AddObject(module, "Point", (PyObject*)&PointType)) {
    Py_DECREF(module);
    return NULL;
  }
  Py_INCREF(&PointType);
  return module;
}
