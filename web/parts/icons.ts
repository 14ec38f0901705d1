// The icons of Maki that the page uses. category-icon.ts says for what.
import airport from '@mapbox/maki/icons/airport.svg';
import alcoholShop from '@mapbox/maki/icons/alcohol-shop.svg';
import aquarium from '@mapbox/maki/icons/aquarium.svg';
import artGallery from '@mapbox/maki/icons/art-gallery.svg';
import bakery from '@mapbox/maki/icons/bakery.svg';
import bank from '@mapbox/maki/icons/bank.svg';
import bar from '@mapbox/maki/icons/bar.svg';
import beach from '@mapbox/maki/icons/beach.svg';
import beer from '@mapbox/maki/icons/beer.svg';
import bicycle from '@mapbox/maki/icons/bicycle.svg';
import bowlingAlley from '@mapbox/maki/icons/bowling-alley.svg';
import bus from '@mapbox/maki/icons/bus.svg';
import cafe from '@mapbox/maki/icons/cafe.svg';
import campsite from '@mapbox/maki/icons/campsite.svg';
import car from '@mapbox/maki/icons/car.svg';
import carRepair from '@mapbox/maki/icons/car-repair.svg';
import cinema from '@mapbox/maki/icons/cinema.svg';
import clothingStore from '@mapbox/maki/icons/clothing-store.svg';
import college from '@mapbox/maki/icons/college.svg';
import confectionery from '@mapbox/maki/icons/confectionery.svg';
import dentist from '@mapbox/maki/icons/dentist.svg';
import doctor from '@mapbox/maki/icons/doctor.svg';
import fastFood from '@mapbox/maki/icons/fast-food.svg';
import ferry from '@mapbox/maki/icons/ferry.svg';
import fireStation from '@mapbox/maki/icons/fire-station.svg';
import fitnessCentre from '@mapbox/maki/icons/fitness-centre.svg';
import florist from '@mapbox/maki/icons/florist.svg';
import fuel from '@mapbox/maki/icons/fuel.svg';
import furniture from '@mapbox/maki/icons/furniture.svg';
import garden from '@mapbox/maki/icons/garden.svg';
import gift from '@mapbox/maki/icons/gift.svg';
import golf from '@mapbox/maki/icons/golf.svg';
import grocery from '@mapbox/maki/icons/grocery.svg';
import hairdresser from '@mapbox/maki/icons/hairdresser.svg';
import harbor from '@mapbox/maki/icons/harbor.svg';
import hardware from '@mapbox/maki/icons/hardware.svg';
import historic from '@mapbox/maki/icons/historic.svg';
import hospital from '@mapbox/maki/icons/hospital.svg';
import iceCream from '@mapbox/maki/icons/ice-cream.svg';
import industry from '@mapbox/maki/icons/industry.svg';
import jewelryStore from '@mapbox/maki/icons/jewelry-store.svg';
import landmark from '@mapbox/maki/icons/landmark.svg';
import laundry from '@mapbox/maki/icons/laundry.svg';
import library from '@mapbox/maki/icons/library.svg';
import lighthouse from '@mapbox/maki/icons/lighthouse.svg';
import lodging from '@mapbox/maki/icons/lodging.svg';
import marker from '@mapbox/maki/icons/marker.svg';
import mobilePhone from '@mapbox/maki/icons/mobile-phone.svg';
import monument from '@mapbox/maki/icons/monument.svg';
import museum from '@mapbox/maki/icons/museum.svg';
import music from '@mapbox/maki/icons/music.svg';
import nightclub from '@mapbox/maki/icons/nightclub.svg';
import optician from '@mapbox/maki/icons/optician.svg';
import park from '@mapbox/maki/icons/park.svg';
import parking from '@mapbox/maki/icons/parking.svg';
import pharmacy from '@mapbox/maki/icons/pharmacy.svg';
import placeOfWorship from '@mapbox/maki/icons/place-of-worship.svg';
import playground from '@mapbox/maki/icons/playground.svg';
import police from '@mapbox/maki/icons/police.svg';
import post from '@mapbox/maki/icons/post.svg';
import rail from '@mapbox/maki/icons/rail.svg';
import religiousChristian from '@mapbox/maki/icons/religious-christian.svg';
import religiousJewish from '@mapbox/maki/icons/religious-jewish.svg';
import religiousMuslim from '@mapbox/maki/icons/religious-muslim.svg';
import residentialCommunity from '@mapbox/maki/icons/residential-community.svg';
import restaurant from '@mapbox/maki/icons/restaurant.svg';
import restaurantBbq from '@mapbox/maki/icons/restaurant-bbq.svg';
import restaurantNoodle from '@mapbox/maki/icons/restaurant-noodle.svg';
import restaurantPizza from '@mapbox/maki/icons/restaurant-pizza.svg';
import restaurantSeafood from '@mapbox/maki/icons/restaurant-seafood.svg';
import restaurantSushi from '@mapbox/maki/icons/restaurant-sushi.svg';
import school from '@mapbox/maki/icons/school.svg';
import shoe from '@mapbox/maki/icons/shoe.svg';
import shop from '@mapbox/maki/icons/shop.svg';
import stadium from '@mapbox/maki/icons/stadium.svg';
import suitcase from '@mapbox/maki/icons/suitcase.svg';
import swimming from '@mapbox/maki/icons/swimming.svg';
import taxi from '@mapbox/maki/icons/taxi.svg';
import tennis from '@mapbox/maki/icons/tennis.svg';
import theatre from '@mapbox/maki/icons/theatre.svg';
import town from '@mapbox/maki/icons/town.svg';
import townHall from '@mapbox/maki/icons/town-hall.svg';
import veterinary from '@mapbox/maki/icons/veterinary.svg';
import viewpoint from '@mapbox/maki/icons/viewpoint.svg';
import zoo from '@mapbox/maki/icons/zoo.svg';

const outlines: Readonly<Record<string, string>> = {
  airport,
  'alcohol-shop': alcoholShop,
  aquarium,
  'art-gallery': artGallery,
  bakery,
  bank,
  bar,
  beach,
  beer,
  bicycle,
  'bowling-alley': bowlingAlley,
  bus,
  cafe,
  campsite,
  car,
  'car-repair': carRepair,
  cinema,
  'clothing-store': clothingStore,
  college,
  confectionery,
  dentist,
  doctor,
  'fast-food': fastFood,
  ferry,
  'fire-station': fireStation,
  'fitness-centre': fitnessCentre,
  florist,
  fuel,
  furniture,
  garden,
  gift,
  golf,
  grocery,
  hairdresser,
  harbor,
  hardware,
  historic,
  hospital,
  'ice-cream': iceCream,
  industry,
  'jewelry-store': jewelryStore,
  landmark,
  laundry,
  library,
  lighthouse,
  lodging,
  marker,
  'mobile-phone': mobilePhone,
  monument,
  museum,
  music,
  nightclub,
  optician,
  park,
  parking,
  pharmacy,
  'place-of-worship': placeOfWorship,
  playground,
  police,
  post,
  rail,
  'religious-christian': religiousChristian,
  'religious-jewish': religiousJewish,
  'religious-muslim': religiousMuslim,
  'residential-community': residentialCommunity,
  restaurant,
  'restaurant-bbq': restaurantBbq,
  'restaurant-noodle': restaurantNoodle,
  'restaurant-pizza': restaurantPizza,
  'restaurant-seafood': restaurantSeafood,
  'restaurant-sushi': restaurantSushi,
  school,
  shoe,
  shop,
  stadium,
  suitcase,
  swimming,
  taxi,
  tennis,
  theatre,
  town,
  'town-hall': townHall,
  veterinary,
  viewpoint,
  zoo,
};

/** The outline of an icon, in a square of 15 units. */
export function outlineOf(name: string): string {
  return outlines[name] ?? marker;
}
