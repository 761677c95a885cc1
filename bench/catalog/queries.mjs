import { randomOf, titleRecord } from './titles.mjs';

/**
 * Typical two-word searches: two words of a title, an author's name, a title word with the author's surname, or a subject
 * of two words. In three out of ten the last word is incomplete. Every run makes the same searches.
 */
export function twoWordSearches(number, numberOfTitles) {
  const random = randomOf(number);
  const searches = [];
  while (searches.length < number) {
    const title = titleRecord(1 + Math.floor(random() * numberOfTitles));
    const kind = kindOf(random());
    const words = WORDS[kind](title, random);
    if (words === undefined) continue;
    const typed = random() < 0.3 ? words.slice(0, words.length - untyped(words, random)) : words;
    searches.push({ kind, q: typed.toLowerCase() });
  }
  return searches;
}

function kindOf(share) {
  if (share < 0.45) return 'title';
  if (share < 0.7) return 'author';
  return share < 0.9 ? 'title and author' : 'subject';
}

const WORDS = {
  title: ({ title }, random) => {
    const words = [...new Set(title.split(' '))];
    const [first] = words.splice(Math.floor(random() * words.length), 1);
    return words.length === 0 ? undefined : `${first} ${words[Math.floor(random() * words.length)]}`;
  },
  author: ({ creators }) => creators[0].name,
  'title and author': ({ title, creators }, random) => {
    const words = title.split(' ');
    return `${words[Math.floor(random() * words.length)]} ${creators[0].name.split(' ')[1]}`;
  },
  subject: ({ subjects }) => subjects.find((subject) => /^\w+ \w+$/.test(subject)),
};

/** How many letters of the last word are not typed yet. At least three are typed. */
function untyped(words, random) {
  const last = words.length - words.lastIndexOf(' ') - 1;
  return last <= 3 ? 0 : 1 + Math.floor(random() * (last - 3));
}
