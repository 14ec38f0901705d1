/** English labels of kinds whose name in the schema is not what people say. */
export const englishLabels: Readonly<Record<string, string>> = {
  'amenity/fast_food/bagel': 'Bagel Shop',
  'amenity/fast_food/burger': 'Burger Restaurant',
  'amenity/fast_food/chicken': 'Chicken Restaurant',
  'amenity/fast_food/donut': 'Donut Shop',
  'amenity/fast_food/fish_and_chips': 'Fish & Chip Shop',
  'amenity/fast_food/hot_dog': 'Hot Dog Stand',
  'amenity/fast_food/juice': 'Juice Bar',
  'amenity/fast_food/kebab': 'Kebab Shop',
  'amenity/fast_food/sandwich': 'Sandwich Shop',
  'amenity/toilets': 'Toilets',
  'leisure/sports_centre/swimming': 'Swimming Pool',
};
