// People that lists name in one cell, e.g. 王伟（安全科长）13812345678；李娜 0571-88881234.
import { rules } from '@contract/rules';
import { dropBlanks, halfWidthThroughout, trimBlanks } from './normalize';

/** A person in a cell. */
export interface NamedPerson {
  readonly name: string;
  /** Text in brackets behind the name; '' where there is none. */
  readonly post: string;
  readonly mobile: string;
  readonly landline: string;
  readonly email: string;
  /** Telephones beyond one mobile and one landline. */
  readonly more: readonly string[];
}

const between = /[、，,；;／/\n\r]|\s{2,}/;
const email = /[^\s@<>（）():：,，;；、]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/;
const brackets = /[（(]([^（）()]*)[）)]/;
const telephone = /\+?[\d][\d -]{5,}\d(?:(?:-|转|分机)\d{1,6})?/g;
const mostPeople = 20;

interface Found {
  name: string;
  post: string;
  email: string;
  readonly phones: string[];
}

/** Returns the telephones in a text, and the text without them. */
function phonesIn(text: string): { readonly phones: string[]; readonly rest: string } {
  const phones: string[] = [];
  const rest = text.replace(telephone, (found) => {
    const whole = dropBlanks(found);
    const parts = rules.telephone.test(whole) ? [whole] : found.split(' ');
    phones.push(...parts.filter((part) => rules.telephone.test(part)));
    return parts.filter((part) => !rules.telephone.test(part)).join(' ') || ' ';
  });
  return { phones, rest };
}

function tokenOf(given: string): Found {
  const mail = email.exec(given)?.[0] ?? '';
  const { phones, rest } = phonesIn(halfWidthThroughout(given.replace(mail, ' ')));
  const post = brackets.exec(rest)?.[1] ?? '';
  const name = trimBlanks(rest.replace(brackets, ' ').replace(/(?:电话|手机|联系电话)?[:：]/g, ' ')).replace(
    /\s+/g,
    ' ',
  );
  return { name, post: trimBlanks(post), email: mail, phones };
}

function personOf({ name, post, email: mail, phones }: Found): NamedPerson {
  const mobile = phones.find((one) => rules.phone.test(one)) ?? '';
  const landline = phones.find((one) => !rules.phone.test(one)) ?? '';
  return {
    name,
    post,
    mobile,
    landline,
    email: mail,
    more: phones.filter((one) => one !== mobile && one !== landline),
  };
}

/**
 * Parses the people in a cell, in order. A telephone or mail without a name belongs to the person before it.
 * @returns at most 20 people; none for a text without a name
 */
export function peopleIn(text: string): NamedPerson[] {
  const found: Found[] = [];
  for (const part of text.split(between).map(trimBlanks).filter(Boolean)) {
    const token = tokenOf(part);
    const last = found.at(-1);
    if (token.name) found.push(token);
    else if (last) {
      last.phones.push(...token.phones);
      last.post ||= token.post;
      last.email ||= token.email;
    }
  }
  return found.slice(0, mostPeople).map(personOf);
}

/** Returns the telephones of a text that contains no names. */
const barePhones = (text: string): string[] | null => {
  const parts = text.split(between).map((part) => tokenOf(part));
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
  const reached = people.some(({ mobile, landline }) => mobile || landline);
  if (!people.length || (people.length === 1 && !reached)) return null;
  if (names === telephones || telephones === '' || reached) return people;
  const phones = barePhones(telephones);
  if (phones === null) {
    const known = new Map(peopleIn(telephones).map((one) => [one.name, one]));
    return people.map((one) => ({ ...one, ...known.get(one.name), post: one.post }));
  }
  const paired = phones.length === people.length;
  return people.map((one, at) => {
    const own = paired ? phones.slice(at, at + 1) : at === 0 ? phones : [];
    return personOf({ name: one.name, post: one.post, email: one.email, phones: own });
  });
}

const personText = ({ name, post, mobile, landline, email: mail, more }: NamedPerson): string =>
  [post ? `${name}（${post}）` : name, [mobile, landline, ...more, mail].filter(Boolean).join('，')]
    .filter(Boolean)
    .join(' ');

/** Formats people so that `peopleIn` can parse them. */
export const peopleText = (people: readonly NamedPerson[]): string => people.map(personText).join('；');
