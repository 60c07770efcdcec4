import { Segmented } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { declarationAddress } from '@/features/platforms/declaration/declarationCalls';
import { StartDeclarationDialog } from '@/features/platforms/declaration/StartDeclarationDialog';
import { type Action, ListEditor, type ListPage } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { declaration } from '@contract/features/platforms/entities/declaration';
import { permissionOf } from '@contract/permissions';
import styles from '@/features/projects/projects.module.css';

/** Returns the list of units with their declarations, and the dialogs that it opens. */
function useDeclarationList() {
  const navigate = useNavigate();
  const [showsEarlier, setShowsEarlier] = useState(false);
  const [starting, setStarting] = useState(false);
  const renderAbove = useCallback(
    () => (
      <div className={styles.choice}>
        <Segmented
          aria-label="范围"
          value={showsEarlier ? 'all' : 'now'}
          options={[
            { value: 'now', label: '现行版本' },
            { value: 'all', label: '全部版本' },
          ]}
          onChange={(value) => setShowsEarlier(value === 'all')}
        />
      </div>
    ),
    [showsEarlier],
  );
  const page = useMemo((): ListPage => {
    const start: Action = {
      key: 'start',
      label: '初次申报',
      place: 'toolbar',
      permission: [permissionOf(declaration, 'add')],
      run: () => setStarting(true),
    };
    return {
      entity: declaration,
      title: '企业申报',
      columns: [
        'unitName',
        'declareYear',
        'versionNo',
        'declareKind',
        'state',
        'workerCount',
        'exposedCount',
        'changeReason',
        'declaredOn',
        'receiptNo',
        'sourceProject',
        'updateTime',
      ],
      filters: ['unitName', 'declareYear', 'state', 'declareKind', 'declaredOn'],
      cards: true,
      abilities: ['del'],
      sort: 'id,desc',
      fixedQuery: showsEarlier ? {} : { state: ['drafting', 'declared'] },
      actions: [start],
      slots: { aboveList: renderAbove },
    };
  }, [showsEarlier, renderAbove]);
  const open = useCallback(
    (row: AnyRow) => void navigate(declarationAddress(Number(row['unit']), Number(row['declareYear']) || null)),
    [navigate],
  );
  return { navigate, starting, setStarting, page, open };
}

/** 企业申报: declarations of the units, submitted and in progress. Earlier versions are shown on demand. */
export default function DeclarationShowPage() {
  const { navigate, starting, setStarting, page, open } = useDeclarationList();
  return (
    <>
      <ListEditor page={page} onOpen={open} />
      <StartDeclarationDialog
        open={starting}
        onClose={() => setStarting(false)}
        onStarted={(unitId, year) => {
          setStarting(false);
          void navigate(declarationAddress(unitId, year));
        }}
      />
    </>
  );
}
