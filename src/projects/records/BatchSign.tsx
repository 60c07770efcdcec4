import { labSheet } from '@contract/entities/lab/labSheet';
import type { PaperEntry } from '@contract/records/wire';
import { recordsTexts } from '@contract/recordsTexts';
import { permissionOfMove } from '@contract/workflow/machine';
import { recordMachine } from '@contract/workflow/record';
import { Button } from 'antd';
import { useState } from 'react';
import { useMay } from '@/session/useCan';
import { MoveDialog } from '../MoveDialog';

const signing = recordMachine.moves.filter(({ signs }) => signs);
const noRow = { id: 0, version: 0 };

/** Signs the chosen records of the laboratory that wait for the same signature, all or none (QUALITY SIG4). */
export function BatchSign({ papers, onMoved }: { readonly papers: readonly PaperEntry[]; readonly onMoved: () => void }) {
  const may = useMay();
  const [open, setOpen] = useState<string | null>(null);
  const offered = signing.flatMap((move) => {
    const ids = papers.flatMap(({ sheet }) => (sheet && (move.from as readonly string[]).includes(sheet.state) ? [sheet.id] : []));
    return ids.length > 0 && may([permissionOfMove(recordMachine, move)]) ? [{ key: move.key, label: move.label, ids }] : [];
  });
  const asked = offered.find(({ key }) => key === open) ?? null;
  return (
    <>
      {offered.map(({ key, label, ids }) => <Button key={key} size="small" type="primary" onClick={() => setOpen(key)}>{recordsTexts.signMany(label, ids.length)}</Button>)}
      <MoveDialog
        entity={labSheet} row={noRow} together={asked?.ids ?? []} move={asked && { key: asked.key, label: asked.label, needsReason: false, signs: true }} note={asked ? recordsTexts.signNote(asked.ids.length) : undefined}
        onClose={() => setOpen(null)} onMoved={onMoved}
      />
    </>
  );
}
