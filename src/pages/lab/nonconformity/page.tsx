import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { definePage, ListEditor } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { nonconformity } from '@contract/features/nonconformities/entities/nonconformity';

const list = definePage({
  entity: nonconformity,
  url: 'api/nonconformity',
  columns: [
    'nonconformityNo',
    'nonconformityKind',
    'state',
    'description',
    'responsible',
    'dueOn',
    'project',
    'sheet',
    'automatic',
    'createBy',
    'createTime',
    'cause',
    'action',
    'closedBy',
    'closedAt',
  ],
  filters: [
    'nonconformityNo',
    'nonconformityKind',
    'state',
    'responsible',
    'description',
    'project',
    'automatic',
    'dueOn',
    'createTime',
  ],
  form: [
    { title: '登记', fields: ['nonconformityKind', 'description', 'project', 'sheet'] },
    { title: '原因分析与纠正', fields: ['responsible', 'dueOn', 'cause', 'impact', 'action'] },
  ],
  abilities: ['add', 'edit', 'export'],
});

/**
 * 不符合项: filed by a person or by the system. Each opens on its own page for analysis, correction and verification.
 */
export default function NonconformityPage() {
  const navigate = useNavigate();
  const open = useCallback((row: AnyRow) => void navigate(`/lab/nonconformity/detail?id=${row.id}`), [navigate]);
  return <ListEditor page={list} onOpen={open} />;
}
