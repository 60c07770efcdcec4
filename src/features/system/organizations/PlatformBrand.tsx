import { useEffect } from 'react';
import { crud } from '@/api/crudClient';
import { definePage, EditDialog, useListEditor } from '@/listEditor';
import type { Entity } from '@contract/entity';
import { brand } from '@contract/features/system/entities/brand';
import { useBrandForm } from './brandFormStore';

const config = definePage({
  entity: brand,
  url: 'api/brand',
  columns: ['title'],
  form: [
    { title: '名称', fields: ['title', 'shortTitle', 'theme'] },
    { title: '标识', fields: ['logo', 'favicon', 'footerTxt', 'caseNumber'] },
  ],
});

/** 平台标识: edits the single row, or creates it. */
export function PlatformBrand() {
  const editor = useListEditor(config, { embedded: true });
  const round = useBrandForm((state) => state.round);
  const { openForm } = editor;
  useEffect(() => {
    if (!round) return;
    useBrandForm.setState({ round: 0 });
    void crud<Entity>(brand)
      .list({ page: 0, size: 1 })
      .then(
        ({ content: [row] }) => openForm(row ? 'edit' : 'add', row ?? null),
        () => undefined,
      );
  }, [round, openForm]);
  return <EditDialog editor={editor} />;
}
