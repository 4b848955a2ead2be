// JSONLines
