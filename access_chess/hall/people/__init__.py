"""Who is there: sign-ins, seats and codes, kept in the file of the hall."""
