print("boba")
