import { crud } from '@/api/crudClient';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { defineAction } from '@/listEditor';
import { workLog } from '@contract/features/conformity/entities/workLog';
import { type HourOfAir, hoursOfAir, loggerReadings, loggerTexts } from '@contract/features/conformity/loggerReadings';
import { permissionOf } from '@contract/permissions';

const log = crud(workLog);
/** Number of rows read or written by one call. */
const pageSize = 500;

/** Lets the person choose a file; null if the person cancels. */
function chosenFile(): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.csv,.txt,text/csv,text/plain';
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}

/** Decodes a file as UTF-8, or as GB 18030, which many loggers write. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** Returns the beginnings of the hours that a room has already, within the days of the hours. */
async function knownHours(roomId: number, hours: readonly HourOfAir[]): Promise<ReadonlySet<string>> {
  const knownStarts = new Set<string>();
  const startAt = [hours[0]?.startAt ?? '', hours.at(-1)?.startAt ?? ''];
  for (let page = 0; ; page += 1) {
    const { content } = await log.list({ place: roomId, logKind: 'room', startAt, page, size: pageSize } as never);
    for (const row of content) knownStarts.add(row.startAt);
    if (content.length < pageSize) return knownStarts;
  }
}

/** Action of a room: takes temperature and humidity from the file of a logger, as hours of 实验室登记. */
export const importLogger = defineAction({
  key: 'importLogger',
  label: loggerTexts.action,
  place: 'row',
  permission: (['add', 'edit', 'del'] as const).map((action) => permissionOf(workLog, action)),
  async run({ rows: [room] }) {
    const file = room && (await chosenFile());
    if (!room || !file) return;
    const hours = hoursOfAir(loggerReadings(await textOf(file)));
    const [first, lastHourOfAir] = [hours[0], hours.at(-1)];
    if (!first || !lastHourOfAir) return feedback.notify('error', loggerTexts.unreadable);
    const knownStarts = await knownHours(room.id, hours);
    const newHours = hours.filter(({ startAt }) => !knownStarts.has(startAt));
    if (!newHours.length) return feedback.notify('info', loggerTexts.nothingNew);
    const subject = String(room['placeName']);
    const question = loggerTexts.confirm(
      subject,
      newHours.length,
      first.startAt,
      lastHourOfAir.endAt,
      hours.length - newHours.length,
    );
    if (!(await feedback.confirm(question))) return;
    for (let at = 0; at < newHours.length; at += pageSize)
      await log.saveAll(
        {
          rows: newHours
            .slice(at, at + pageSize)
            .map((hour) => ({ clientId: newId(), logKind: 'room', subject, place: room.id, ...hour })),
          removed: [],
        },
        { quiet: () => false },
      );
    feedback.notify('success', loggerTexts.done(newHours.length));
  },
});
