import { type DataSource } from 'typeorm';
import { type PlaceRecord } from '../../src/places/place.js';

/** Writes places with plain SQL, as any program may; the triggers note them for the index. */
export async function insertPlaces(database: DataSource, places: readonly PlaceRecord[]): Promise<void> {
  for (const place of places) {
    const { address = {}, location, statistics = {} } = place;
    for (const { id, name, subcategory } of place.categories) {
      await database.query('INSERT INTO categories VALUES ($1, $2) ON CONFLICT DO NOTHING', [id, name]);
      if (!subcategory) continue;
      const row = [id, subcategory.id, subcategory.name];
      await database.query('INSERT INTO subcategories VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', row);
    }
    await database.query(
      `INSERT INTO places (id, name, phones, url_service, country, state, city, district, street, number, zipcode,
         lat, lng, pageviews, rating, reviews, checkins, photos, featured_photo, place_lists, utilities, opening_hours,
         names, brand)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
         $24)`,
      [
        ...[place.id, place.name, place.phones, place.urlService],
        ...[address.country, address.state, address.city, address.district, address.street, address.number],
        ...[address.zipcode, location?.lat, location?.lng],
        ...[statistics.pageviews, statistics.rating, statistics.reviews, statistics.checkins, statistics.photos],
        ...[place.featured?.photo.medium, (place.placeLists ?? []).map((list) => list.id)],
        ...[JSON.stringify(place.utilities ?? []), place.openingHours],
        ...[place.names && JSON.stringify(place.names), place.brand],
      ],
    );
    for (const [position, { id, subcategory }] of place.categories.entries()) {
      await database.query('INSERT INTO place_categories VALUES ($1, $2, $3, $4)', [
        ...[place.id, position, id, subcategory?.id],
      ]);
    }
  }
}
