import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { MoveDialog } from '@/features/projects/moves/MoveDialog';
import { useSeenRows } from '@/features/projects/moves/useSeenRows';
import { paperKey } from '@/features/projects/papers/paperCalls';
import { useMay } from '@/session/useCan';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { takeOverTexts } from '@contract/features/projects/projectTakeOver';
import { recordsTexts } from '@contract/features/records/recordsTexts';
import type { PaperEntry, ShownPaper } from '@contract/features/records/recordsWire';
import { permissionOfMove } from '@contract/workflow/stateMachine';

const signingMoves = recordMachine.moves.filter(({ signs }) => signs);
const noRow = { id: 0, version: 0 };

/** Signs the selected records that wait for the same signature, all or none (QUALITY SIG4). */
export function SignTogetherButton({
  project,
  papers,
  onMoved,
}: {
  readonly project: number;
  readonly papers: readonly PaperEntry[];
  readonly onMoved: () => void;
}) {
  const hasPermission = useMay();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<string | null>(null);
  const offeredMoves = signingMoves.flatMap((move) => {
    const rows = papers.flatMap(({ key, sheet, title }) => {
      const isBroughtIn = title === takeOverTexts.record;
      if (
        !sheet ||
        ((move.key === 'bringIn') !== isBroughtIn && sheet.state === recordMachine.initial) ||
        !(move.from as readonly string[]).includes(sheet.state)
      )
        return [];
      // If a paper was opened, the version that the person read is signed.
      const paperSeen = queryClient.getQueryData<ShownPaper>([...paperKey(project, key), sheet.version])?.timeline
        ?.asSeen;
      return (sheet.together ?? [sheet]).map(({ id, version }) => ({
        id,
        version,
        ...(paperSeen && id === sheet.id ? { asSeen: paperSeen } : {}),
      }));
    });
    return rows.length > 0 && hasPermission([permissionOfMove(recordMachine, move)])
      ? [{ key: move.key, label: move.label, rows }]
      : [];
  });
  const chosenMove = offeredMoves.find(({ key }) => key === open) ?? null;
  const seenRows = useSeenRows(
    labSheet,
    offeredMoves.flatMap(({ rows }) => rows),
  );
  const batchRows = seenRows.rows.filter(({ id }) => chosenMove?.rows.some((row) => row.id === id));
  return (
    <>
      {offeredMoves.map(({ key, label, rows }) => (
        <Button key={key} size="small" type="primary" onClick={() => setOpen(key)}>
          {recordsTexts.signMany(label, rows.length)}
        </Button>
      ))}
      <MoveDialog
        entity={labSheet}
        row={noRow}
        batchRows={batchRows}
        waiting={seenRows.waiting}
        move={chosenMove && { key: chosenMove.key, label: chosenMove.label, needsReason: false, signs: true }}
        note={chosenMove ? recordsTexts.signNote(chosenMove.rows.length) : undefined}
        onClose={() => setOpen(null)}
        onMoved={onMoved}
      />
    </>
  );
}
