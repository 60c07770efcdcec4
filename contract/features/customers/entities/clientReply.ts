import { defineEntity } from '@contract/entity';
import { file, flag, longText, ref, text } from '@contract/field';

/** A message in a thread of 客户往来, with an optional attachment. */
export const clientReply = defineEntity({
  name: 'clientReply',
  path: 'api/clientReply',
  label: '往来回复',
  titleField: 'author',
  scope: 'organization',
  fields: {
    matter: ref('客户往来', { required: true, to: 'clientMatter' }),
    content: longText('内容', { max: 2000 }),
    attachment: file('附件', { accept: 'document' }),
    fromClient: flag('企业回复', { readonly: true }),
    author: text('回复人', { readonly: true, max: 100 }),
  },
});
