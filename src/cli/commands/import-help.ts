/** What `import --help` says after the options. */
export const importHelp = `
A line is a whole record: what it leaves out, the record no longer has (but for a user's password and disabled, which stay).
Members that are not known, and links, are ignored.

  categories  {id, name, subcategories: [{id, name}]}; a subcategory that is no longer listed is removed
              unless a place is in it
  places      a place as GET /v2/places/{placeId} returns it; missing categories are created
  users       the interface's user with email and, if any, password (or passwordHash; disabled: both as an export writes them)
  follows     {follower, following, created}
  checkins    {id?, user, place, source, created}
  reviews     {id, user, place, text, source, rating, thumbsUp, created}

\`created\` is in milliseconds since 1970. A line has at most 1 MiB (that of a category 4 MiB), an identifier
200 characters and 512 bytes of UTF-8.
Rejected lines are reported as FILE:LINE: reason and kept in FILE.rejected.ndjson (those of standard input in stdin.KIND.rejected.ndjson).

Places of open data, by --format:

  overture    Overture Maps: GeoJSON, also one feature a line, or Parquet
  foursquare  Foursquare OS Places: CSV or Parquet
  osm         OpenStreetMap: GeoJSON, or Overpass's own JSON (with \`out center\` or \`out geom\`)

Their places have the source's identifier (osm-node-123); statistics and what else the directory knows of them stays.
Places without a name are left out, and closed ones too: they are removed, with their reviews and check-ins.
--map FILE is CSV (source,category,subcategory) or JSON ({"restaurant": "Food > Restaurant"}): categories of the source
as it writes them (amenity=cafe, Dining and Drinking > Restaurant, or the category alone), and those that are to stand for them.

Interrupted, it stops after the lines at hand; run again, it finishes.

Exit status: 0 all is in; 1 lines were rejected, a file could not be read, or the places are not searchable yet;
2 wrong usage; 130 interrupted.`;
