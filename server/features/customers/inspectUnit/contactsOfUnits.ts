import { asc, eq, inArray, isNull, and } from 'drizzle-orm';
import { unitContact } from '@contract/features/customers/entities/unitContact';
import { type NamedPerson, peopleIn, peopleText } from '@contract/fields/people';
import { actorOf, recordAudit, recordInserted } from '@server/audit/trail';
import { byKey } from '@server/base/byKey';
import { pinyinOf } from '@server/base/pinyin';
import { yieldToEventLoop } from '@server/base/yieldToEventLoop';
import type { DeleteContext } from '@server/crud/policy';
import { storedTelling } from '@server/crud/stored';
import type { Orm } from '@server/db/orm';
import { inspectUnitTable, projectTable, unitContactTable } from '@server/db/schema';
import { insertsOf } from '@server/db/writeMany';

type Contact = typeof unitContactTable.$inferSelect;
type Person = Pick<Contact, 'contactName' | 'post' | 'mobile' | 'landline' | 'email' | 'remark'>;

interface Unit {
  readonly id: number;
  readonly organizationId: number | null;
  readonly contact: string | null;
  readonly mobile: string | null;
  readonly landline: string | null;
  readonly email: string | null;
  readonly otherContacts: string | null;
}

/** Rows of people that a unit's columns require. */
interface Wanted {
  readonly add: readonly (Person & { readonly isMain: boolean })[];
  readonly change: readonly { readonly row: Contact; readonly to: Partial<Person & { readonly isMain: boolean }> }[];
  readonly drop: readonly Contact[];
}

const otherPhones = '其他电话：';

const namedOf = ({ contactName, post, mobile, landline, email, remark }: Person): NamedPerson => ({
  name: contactName,
  post: post ?? '',
  mobile: mobile ?? '',
  landline: landline ?? '',
  email: email ?? '',
  more: remark?.startsWith(otherPhones) ? remark.slice(otherPhones.length).split('、') : [],
});

const personOf = ({ name, post, mobile, landline, email, more }: NamedPerson): Person => ({
  contactName: name.slice(0, 50),
  post: post.slice(0, 50) || null,
  mobile: mobile || null,
  landline: landline.slice(0, 30) || null,
  email: email.slice(0, 100) || null,
  remark: more.length ? `${otherPhones}${more.join('、')}`.slice(0, 200) : null,
});

/** Returns all people except the main one, in the form of the unit's column. */
export const otherContactsText = (rows: readonly Contact[]): string | null =>
  peopleText(rows.filter(({ isMain }) => !isMain).map(namedOf)).slice(0, 1000) || null;

const differing = <T extends object>(row: Contact, to: T): Partial<T> =>
  Object.fromEntries(Object.entries(to).filter(([name, value]) => row[name as keyof Contact] !== value)) as Partial<T>;

/**
 * Compares a unit's columns with its people. The main person has the name, numbers and mail of the columns; the other
 * people are those in `otherContacts`.
 * @param held ids of people to whom projects refer; they are never removed
 */
function wantedOf(unit: Unit, rows: readonly Contact[], held: ReadonlySet<number>): Wanted {
  const add: (Person & { isMain: boolean })[] = [];
  const changes = new Map<Contact, Partial<Person & { isMain: boolean }>>();
  const change = (row: Contact, to: Partial<Person & { isMain: boolean }>) =>
    changes.set(row, { ...changes.get(row), ...differing(row, to) });
  const { mobile, landline, email } = unit;
  const name = unit.contact?.trim() ?? '';
  const former = rows.find(({ isMain }) => isMain);
  const main = name === '' ? undefined : (rows.find(({ contactName }) => contactName === name) ?? former);
  for (const row of rows) if (row.isMain && row !== main) change(row, { isMain: false });
  if (main) change(main, { contactName: name, mobile, landline, email, isMain: true });
  else if (name) add.push({ contactName: name, post: null, mobile, landline, email, remark: null, isMain: true });

  const drop: Contact[] = [];
  const others = rows.filter((row) => row !== main);
  // The text is generated from the rows, so only a text that a person changed leads to changes.
  if ((unit.otherContacts ?? '') !== (otherContactsText(rows) ?? '')) {
    const named = new Map(peopleIn(unit.otherContacts ?? '').map((one) => [one.name.slice(0, 50), personOf(one)]));
    named.delete(name);
    for (const row of others) {
      const person = named.get(row.contactName);
      named.delete(row.contactName);
      // The row's own remark is not part of the text, so it stays.
      if (person) change(row, { ...person, remark: person.remark ?? row.remark });
      else if (!held.has(row.id) && !row.isMain) drop.push(row);
    }
    add.push(...[...named.values()].map((person) => ({ ...person, isMain: false })));
  }
  return {
    add,
    change: [...changes].flatMap(([row, to]) => (Object.keys(to).length ? [{ row, to }] : [])),
    drop,
  };
}

const rowsOf = (tx: Orm, units: readonly number[]): Promise<Contact[]> =>
  tx
    .select()
    .from(unitContactTable)
    .where(and(inArray(unitContactTable.unit, [...units]), isNull(unitContactTable.deleteTime)))
    .orderBy(asc(unitContactTable.id));

async function heldBy(tx: Orm, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (!ids.length) return new Set();
  const found = await tx
    .selectDistinct({ id: projectTable.contact })
    .from(projectTable)
    .where(and(inArray(projectTable.contact, [...ids]), isNull(projectTable.deleteTime)));
  return new Set(found.flatMap(({ id }) => id ?? []));
}

async function changeRows({ tx, call, services }: DeleteContext, { change, drop }: Wanted): Promise<void> {
  const by = { updateBy: call.maybeViewer?.user.id ?? null, updateTime: services.now() };
  for (const { row, to } of change) {
    const name = to.contactName ?? row.contactName;
    await tx
      .update(unitContactTable)
      .set({ ...to, ...pinyinOf(name), ...by, version: row.version + 1 })
      .where(eq(unitContactTable.id, row.id));
  }
  if (drop.length)
    await tx
      .update(unitContactTable)
      .set({ deleteTime: services.now(), deleteBy: call.maybeViewer?.user.id ?? null })
      .where(
        inArray(
          unitContactTable.id,
          drop.map(({ id }) => id),
        ),
      );
  await recordAudit(
    tx,
    actorOf(call),
    [
      ...change.map(({ row, to }) => ({
        action: 'edit' as const,
        row,
        before: Object.fromEntries(Object.keys(to).map((name) => [name, row[name as keyof Contact]])),
        after: { ...to },
      })),
      ...drop.map((row) => ({
        action: 'del' as const,
        row,
        before: { contactName: row.contactName },
        after: undefined,
      })),
    ].map(({ row, after, ...rest }) => ({
      ...rest,
      ...(after ? { after } : {}),
      entity: unitContact,
      entityId: row.id,
      title: row.contactName,
      organizationId: row.organizationId,
    })),
  );
}

/** Number of units per statement. The embedded database runs in this thread, so a long statement blocks everybody. */
const together = 80;

/** Updates the people of units from the units' columns, each with an audit line. */
export async function contactsOfUnits(ids: readonly number[], context: DeleteContext): Promise<void> {
  const { tx, call, services, registry } = context;
  const telling = storedTelling(registry.named(unitContact.name), services.env.zone);
  const u = inspectUnitTable;
  for (let from = 0; from < ids.length; from += together) {
    await yieldToEventLoop();
    const some = ids.slice(from, from + together);
    const units = await tx
      .select({
        id: u.id,
        organizationId: u.organizationId,
        contact: u.contact,
        mobile: u.mobile,
        landline: u.landline,
        email: u.email,
        otherContacts: u.otherContacts,
      })
      .from(u)
      .where(inArray(u.id, [...some]));
    const rows = byKey(await rowsOf(tx, some), ({ unit }) => unit);
    const held = await heldBy(
      tx,
      [...rows.values()].flat().map(({ id }) => id),
    );
    const wanted = units.map((unit) => ({ unit, ...wantedOf(unit, rows.get(unit.id) ?? [], held) }));
    const by = call.maybeViewer?.user.id ?? null;
    const now = services.now();
    const added = wanted.flatMap(({ unit, add }) =>
      add.map((person) => ({
        ...person,
        ...pinyinOf(person.contactName),
        unit: unit.id,
        organizationId: unit.organizationId,
        createBy: by,
        updateBy: by,
        createTime: now,
        updateTime: now,
      })),
    );
    for (const insert of insertsOf(unitContactTable, added))
      await recordInserted(tx, actorOf(call), { action: 'add', entity: unitContact }, insert, telling);
    for (const one of wanted) if (one.change.length || one.drop.length) await changeRows(context, one);
    const touched = wanted.filter(
      ({ unit, change, drop }) => unit.otherContacts !== null || rows.has(unit.id) || change.length || drop.length,
    );
    if (touched.length)
      await writeOthers(
        tx,
        touched.map(({ unit }) => unit),
      );
  }
}

/** Writes the text about the other people to units where it differs. */
async function writeOthers(tx: Orm, units: readonly Pick<Unit, 'id' | 'otherContacts'>[]): Promise<void> {
  const rows = byKey(
    await rowsOf(
      tx,
      units.map(({ id }) => id),
    ),
    ({ unit }) => unit,
  );
  for (const { id, otherContacts } of units) {
    const text = otherContactsText(rows.get(id) ?? []);
    if (text !== (otherContacts ?? null))
      await tx.update(inspectUnitTable).set({ otherContacts: text }).where(eq(inspectUnitTable.id, id));
  }
}
