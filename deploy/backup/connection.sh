# Read by the other scripts (`source`): the password of the connection (PGHOST, PGUSER, …) may be in a file.
if [ -n "${PGPASSWORD_FILE:-}" ]; then
  PGPASSWORD=$(cat "$PGPASSWORD_FILE")
  export PGPASSWORD
fi
