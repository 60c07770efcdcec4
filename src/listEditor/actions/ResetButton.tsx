import { Button } from 'antd';
import { useState } from 'react';
import { Can } from '@/session/Can';
import type { AnyRow, Entity } from '@contract/entity';
import { permissionOf } from '@contract/permissions';
import { resetRow } from './reset';
import { runAction } from './run';

interface ResetButtonProps {
  readonly entity: Entity;
  /** The row that is meant; undefined where none is, or none that is stored. */
  readonly id: number | undefined;
  /** Why it can't be pressed now. */
  readonly shut?: string | undefined;
  readonly onDone: () => Promise<unknown>;
}

/** 重置 beside a sheet: the row under the cursor, by the list editor's own action. */
export function ResetButton({ entity, id, shut, onDone }: ResetButtonProps) {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    if (id === undefined || busy) return;
    setBusy(true);
    await runAction(resetRow(entity), [{ id } as AnyRow], {
      editor: {
        calls: {},
        refresh: async () => void (await onDone()),
        clearSelection: () => undefined,
        openForm: async () => undefined,
      },
      open: () => undefined,
    });
    setBusy(false);
  };
  return (
    <Can permission={[permissionOf(entity, 'reset')]}>
      <Button
        loading={busy}
        disabled={id === undefined || shut !== undefined}
        {...(shut === undefined ? {} : { title: shut })}
        onClick={() => void run()}
      >
        重置
      </Button>
    </Can>
  );
}
