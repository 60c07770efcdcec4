// People that lists name in one cell, e.g. 王伟（安全科长）13812345678；李娜 0571-88881234.
import { rules } from '@contract/rules';
import { dropBlanks, halfWidthThroughout, trimBlanks } from './normalizeText';

/** A person in a cell. */
export interface NamedPerson {
  readonly name: string;
  /** Text in brackets behind the name; '' where there is none. */
  readonly post: string;
  readonly mobile: string;
  readonly landline: string;
  readonly email: string;
  /** Telephones beyond one mobile and one landline. */
  readonly morePhones: readonly string[];
}

const personSeparators = /[、，,；;／/\n\r]|\s{2,}/;
const emailPattern = /[^\s@<>（）():：,，;；、]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/;
const bracketsPattern = /[（(]([^（）()]*)[）)]/;
const telephonePattern = /\+?[\d][\d -]{5,}\d(?:(?:-|转|分机)\d{1,6})?/g;
const maxPeople = 20;
/** Longest text about one person; a longer one is a name that the field's rule refuses. */
const maxPersonLength = 300;

interface PersonToken {
  name: string;
  post: string;
  email: string;
  readonly phones: string[];
}

/** Returns the telephones in a text, and the text without them. */
function phonesIn(text: string): { readonly phones: string[]; readonly rest: string } {
  const phones: string[] = [];
  const textWithoutPhones = text.replace(telephonePattern, (matchedText) => {
    const compactNumber = dropBlanks(matchedText);
    const parts = rules.telephone.test(compactNumber) ? [compactNumber] : matchedText.split(' ');
    phones.push(...parts.filter((part) => rules.telephone.test(part)));
    return parts.filter((part) => !rules.telephone.test(part)).join(' ') || ' ';
  });
  return { phones, rest: textWithoutPhones };
}

function tokenOf(text: string): PersonToken {
  if (text.length > maxPersonLength) return { name: text, post: '', email: '', phones: [] };
  const mail = emailPattern.exec(text)?.[0] ?? '';
  const { phones, rest } = phonesIn(halfWidthThroughout(text.replace(mail, ' ')));
  const post = bracketsPattern.exec(rest)?.[1] ?? '';
  const name = trimBlanks(rest.replace(bracketsPattern, ' ').replace(/(?:电话|手机|联系电话)?[:：]/g, ' ')).replace(
    /\s+/g,
    ' ',
  );
  return { name, post: trimBlanks(post), email: mail, phones };
}

function personOf({ name, post, email: mail, phones }: PersonToken): NamedPerson {
  const mobile = phones.find((phone) => rules.phone.test(phone)) ?? '';
  const landline = phones.find((phone) => !rules.phone.test(phone)) ?? '';
  return {
    name,
    post,
    mobile,
    landline,
    email: mail,
    morePhones: phones.filter((phone) => phone !== mobile && phone !== landline),
  };
}

/**
 * Parses the people in a cell, in order. A telephone or mail without a name belongs to the person before it.
 * @returns at most 20 people; none for a text without a name
 */
export function peopleIn(text: string): NamedPerson[] {
  const tokens: PersonToken[] = [];
  for (const part of text.split(personSeparators).map(trimBlanks).filter(Boolean)) {
    const token = tokenOf(part);
    const lastToken = tokens.at(-1);
    if (token.name) tokens.push(token);
    else if (lastToken) {
      lastToken.phones.push(...token.phones);
      lastToken.post ||= token.post;
      lastToken.email ||= token.email;
    }
  }
  return tokens.slice(0, maxPeople).map(personOf);
}

/** Returns the telephones of a text that contains no names. */
const barePhones = (text: string): string[] | null => {
  const parts = text.split(personSeparators).map((part) => tokenOf(part));
  return parts.every(({ name }) => name === '') ? parts.flatMap(({ phones }) => phones) : null;
};

/**
 * Parses the people of a row from its cells for names and for telephones. If there are as many telephones as people,
 * they are paired in order.
 * @returns null where the cells contain one person, whose telephones are in the telephone cell
 */
export function peopleOfCells(names: string, telephones: string): NamedPerson[] | null {
  const people = peopleIn(names);
  const nameless = people.length ? null : barePhones(names);
  if (nameless?.length) return [personOf({ name: '', post: '', email: '', phones: nameless })];
  const hasTelephone = people.some(({ mobile, landline }) => mobile || landline);
  if (!people.length || (people.length === 1 && !hasTelephone)) return null;
  if (names === telephones || telephones === '' || hasTelephone) return people;
  const phones = barePhones(telephones);
  if (phones === null) {
    const personByName = new Map(peopleIn(telephones).map((person) => [person.name, person]));
    return people.map((person) => ({ ...person, ...personByName.get(person.name), post: person.post }));
  }
  const isPaired = phones.length === people.length;
  return people.map((person, index) => {
    const ownPhones = isPaired ? phones.slice(index, index + 1) : index === 0 ? phones : [];
    return personOf({ name: person.name, post: person.post, email: person.email, phones: ownPhones });
  });
}

const personText = ({ name, post, mobile, landline, email: mail, morePhones }: NamedPerson): string =>
  [post ? `${name}（${post}）` : name, [mobile, landline, ...morePhones, mail].filter(Boolean).join('，')]
    .filter(Boolean)
    .join(' ');

/** Formats people so that `peopleIn` can parse them. */
export const peopleText = (people: readonly NamedPerson[]): string => people.map(personText).join('；');
