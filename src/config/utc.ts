/**
 * Sets the time zone of the process. Import it before a library that reads dates in that time zone: with UTC it does not
 * matter where the service runs, and no hour is missing or repeated.
 */
process.env.TZ = 'UTC';
