import { sheetMessages } from '@contract/workbook/sheetMessages';
import { readerPool } from '@server/child/childPools';
import type { ChildJobs, JobName } from '@server/child/childProtocol';
import { ChildBusy, ChildDeath, ChildRefusal, type DeathCause } from '@server/child/processPool';
import { readingTime } from '@server/child/readingTime';
import { WorkbookRefusal } from './workbookRefusal';

const deathTexts: Readonly<Record<DeathCause, string>> = {
  memory: sheetMessages.bomb,
  work: sheetMessages.tooSlow,
  wait: sheetMessages.waited,
  crash: sheetMessages.unreadable,
};

interface ReaderOptions<J extends JobName> {
  /** Size of the file in bytes, which decides about the time. */
  readonly size: number;
  /** An xls file. Its parser keeps a table of formats, so its child process is used only once. */
  readonly isOldFormat: boolean;
  /** Heap of the child process, MB. */
  readonly heap?: number;
  /** Processor time in ms; by default according to the size. */
  readonly time?: number | undefined;
  /** Sentences for people by the cause of the child's end. */
  readonly texts?: Readonly<Record<DeathCause, string>> | undefined;
  readonly onPart: (part: ChildJobs[J]['part']) => void;
}

/**
 * Reads a file in a child process.
 * @throws WorkbookRefusal with a Chinese sentence if the file can't be read; `cause` says how the process ended, if it
 * did
 */
export async function askReader<J extends JobName>(
  job: J,
  input: ChildJobs[J]['input'],
  { size, isOldFormat, heap, time, texts = deathTexts, onPart }: ReaderOptions<J>,
): Promise<ChildJobs[J]['result']> {
  try {
    return await readerPool(heap).ask(job, input, {
      ...readingTime(size),
      ...(time === undefined ? {} : { maxProcessorMs: time }),
      endsAfterJob: isOldFormat,
      onPart,
    });
  } catch (error) {
    if (error instanceof ChildRefusal) throw new WorkbookRefusal(error.message);
    if (error instanceof ChildBusy) throw new WorkbookRefusal(sheetMessages.busy);
    if (error instanceof ChildDeath) throw new WorkbookRefusal(texts[error.deathCause], { cause: error });
    throw error;
  }
}
