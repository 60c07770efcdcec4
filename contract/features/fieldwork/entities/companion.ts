import { defineEntity } from '@contract/entity';
import { dateTime, file, ref, text } from '@contract/field';

/** 陪同人: the companion from the inspected unit, with the signature given on site. */
export const companion = defineEntity({
  name: 'companion',
  path: 'api/companion',
  label: '陪同人',
  titleField: 'companionName',
  scope: 'organization',
  fields: {
    project: ref('项目', { required: true, to: 'project' }),
    samplingDay: ref('采样日期', { to: 'samplingDay' }),
    companionName: text('姓名', { required: true, max: 50 }),
    position: text('职务', { max: 50 }),
    phone: text('联系电话', { rule: 'telephone', max: 30 }),
    statement: text('确认内容', { max: 300, initial: '现场生产状况正常，采样过程属实。' }),
    signature: file('签名', { required: true, accept: 'image' }),
    /** Time by the phone's clock; `recordedAt` is when the server received it. */
    signedAt: dateTime('签名时间', { required: true }),
    recordedAt: dateTime('上传时间', { readonly: true }),
    clientId: text('离线标识', { max: 64, unique: true }),
  },
});
