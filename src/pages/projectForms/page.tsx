import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { definePage, ListEditor } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { serviceForm } from '@contract/features/conformity/entities/serviceForm';

const list = definePage({
  entity: serviceForm,
  url: 'api/serviceForm',
  columns: ['formNo', 'formKind', 'project', 'state', 'createBy', 'createTime', 'stageSince', 'remark'],
  filters: ['formKind', 'project', 'state', 'formNo', 'createTime'],
  form: ['formKind', 'project', 'remark'],
  widths: { formKind: 230 },
  abilities: ['add', 'del', 'restore'],
});

/** 规范表单: sheets of the appendices of GBZ 331-2024. Each opens on its own page, is filled in and signed. */
export default function ProjectFormsPage() {
  const navigate = useNavigate();
  const open = useCallback((row: AnyRow) => void navigate(`/projectForms/detail?id=${row.id}`), [navigate]);
  return <ListEditor page={list} onOpen={open} />;
}
