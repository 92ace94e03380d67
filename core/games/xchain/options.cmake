# GCC would join neighbouring words of small boards into vectors. Loading such a vector right after its words were stored one by
# one has to wait for the stores, which takes a tenth of a search.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/small_boards.cpp PROPERTIES COMPILE_OPTIONS -fno-tree-slp-vectorize)
endif()
