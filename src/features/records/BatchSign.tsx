import { Button } from 'antd';
import { useState } from 'react';
import { MoveDialog } from '@/features/projects/moves/MoveDialog';
import { useMay } from '@/session/useCan';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { recordsTexts } from '@contract/features/records/recordsTexts';
import type { PaperEntry } from '@contract/features/records/recordsWire';
import { permissionOfMove } from '@contract/workflow/machine';

const signing = recordMachine.moves.filter(({ signs }) => signs);
const noRow = { id: 0, version: 0 };

/** Signs the selected records that wait for the same signature, all or none (QUALITY SIG4). */
export function BatchSign({
  papers,
  onMoved,
}: {
  readonly papers: readonly PaperEntry[];
  readonly onMoved: () => void;
}) {
  const may = useMay();
  const [open, setOpen] = useState<string | null>(null);
  const offered = signing.flatMap((move) => {
    const rows = papers.flatMap(({ sheet }) =>
      sheet && (move.from as readonly string[]).includes(sheet.state) ? [{ id: sheet.id, version: sheet.version }] : [],
    );
    return rows.length > 0 && may([permissionOfMove(recordMachine, move)])
      ? [{ key: move.key, label: move.label, rows }]
      : [];
  });
  const asked = offered.find(({ key }) => key === open) ?? null;
  return (
    <>
      {offered.map(({ key, label, rows }) => (
        <Button key={key} size="small" type="primary" onClick={() => setOpen(key)}>
          {recordsTexts.signMany(label, rows.length)}
        </Button>
      ))}
      <MoveDialog
        entity={labSheet}
        row={noRow}
        together={asked?.rows ?? []}
        move={asked && { key: asked.key, label: asked.label, needsReason: false, signs: true }}
        note={asked ? recordsTexts.signNote(asked.rows.length) : undefined}
        onClose={() => setOpen(null)}
        onMoved={onMoved}
      />
    </>
  );
}
