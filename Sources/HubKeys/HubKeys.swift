// Keys
