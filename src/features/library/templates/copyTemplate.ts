import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import type { AnyRow, Entity } from '@contract/entity';
import { messages } from '@contract/messages';
import { templateCalls } from './templateCalls';

/** Asks for a name and creates the copy. Returns undefined if the person cancels or the server refuses. */
export async function copyTemplate(entity: Entity, row: AnyRow): Promise<number | undefined> {
  const name = await feedback.prompt(`把“${String(row.name)}”复制为本机构的新模板`, {
    placeholder: '新模板名称',
    check: (text) =>
      text.trim() === '' ? '请输入模板名称' : text.trim().length > 100 ? '模板名称不能超过100个字' : null,
  });
  if (name === null) return undefined;
  let id: number | undefined;
  const isCopied = await succeeded(
    templateCalls(entity)
      .copy(row.id, name.trim())
      .then((copy) => (id = copy?.id)),
  );
  if (isCopied) feedback.notify('success', messages.copied);
  return isCopied ? id : undefined;
}
