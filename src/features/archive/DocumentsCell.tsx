import { Tone } from '@/fields';
import type { AnyRow } from '@contract/entity';
import { type ArchiveProgress, documentsText } from '@contract/features/archive/archiveWire';

/** Shows how many of the required documents are present. */
export function DocumentsCell({ row }: { readonly row: AnyRow }) {
  const progress = row as unknown as Partial<ArchiveProgress>;
  const { documentsPresent = 0, documentsNeeded = 0 } = progress;
  const isComplete = documentsPresent === documentsNeeded;
  return (
    <span title={isComplete ? '需要的文件都已有' : `还缺${documentsNeeded - documentsPresent}份文件`}>
      <Tone tone={isComplete ? 'good' : 'waiting'}>{documentsText(progress)}</Tone>
    </span>
  );
}
