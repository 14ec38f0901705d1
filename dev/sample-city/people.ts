import { type Random } from '../../src/demonstration/island/random.js';

export interface Person {
  readonly id: string;
  readonly name: string;
}

const first =
  'Abigail Adriana Aidan Alice Amara Ana Andre Anthony Beatriz Benjamin Brianna Caleb Camila Carlos Catarina Chloe Connor Dara Diego Elena Eliza Emeka Emma Ethan Fatima Fernando Gabriel Grace Hannah Henry Isabel Ivan Jasmine João Jonah Julia Kevin Laila Leo Lucas Luísa Maeve Marco Mateus Maya Mei Miguel Nadia Nathan Noah Nora Olivia Omar Owen Patrick Priya Quinn Rafael Raquel Rosa Ruth Samuel Sofia Sokha Tara Teresa Thomas Tiago Valeria Victor Willa Yara Zoe';
const last =
  "Almeida Andrade Baptista Barros Boyle Brennan Brown Cabral Cardoso Chan Chea Clarke Costa Cruz D'Angelo Delgado DiPrete Duarte Fernandes Fontes Furtado Garcia Gomes Goldberg Guzmán Hart Iannotti Jackson Kelly Kim Lopes Lombardi Marques Martinez Medeiros Mello Monteiro Moreira Murphy Nguyen O'Neill Okafor Oliveira Pacheco Patel Peixoto Pereira Pires Quintana Ramos Reyes Ricci Rocha Romano Rossi Santos Silvia Sok Sousa Sullivan Tavares Teixeira Tran Vargas Walsh Williams Xavier Yang Zannini";

/** People with different names. They have no password: nobody signs in as one of them. */
export function people(count: number, random: Random): Person[] {
  const names = first.split(' ').flatMap((name) => last.split(' ').map((family) => `${name} ${family}`));
  return random
    .shuffle(names)
    .slice(0, count)
    .map((name) => ({ id: `sample-${slug(name)}`, name }));
}

export function userLine(
  { id, name }: Person,
  { reviews, places, checkins }: Record<'reviews' | 'places' | 'checkins', number>,
): object {
  return { id, name, email: `${slug(name)}@example.com`, statistics: { reviews, places, photos: 0, checkins } };
}

function slug(name: string): string {
  const letters = name.normalize('NFD').replace(/[\u0300-\u036f']/g, '');
  return letters.toLowerCase().replaceAll(' ', '-');
}

/** Who follows whom. A few are followed by many. */
export function follows(people: readonly Person[], count: number, random: Random): object[] {
  const pairs = new Map<string, object>();
  while (pairs.size < count) {
    const follower = random.pick(people).id;
    const following = people[Math.floor(people.length * random.next() ** 3)]?.id;
    const pair = { follower, following, created: random.between(...period) };
    if (follower !== following) pairs.set(`${follower} ${following}`, pair);
  }
  return [...pairs.values()];
}

/** January 2025 to October 2026, in milliseconds since 1970. */
export const period = [Date.UTC(2025, 0, 1), Date.UTC(2026, 9, 31)] as const;
