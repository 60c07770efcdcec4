import { defineEntity } from '@contract/entity';
import { dateTime, decimal, dict, file, ref, text } from '@contract/field';

/** 现场照片与视频, with time and place. */
export const siteMedia = defineEntity({
  name: 'siteMedia',
  path: 'api/siteMedia',
  label: '现场照片与视频',
  titleField: 'place',
  scope: 'organization',
  fields: {
    project: ref('项目', { required: true, to: 'project' }),
    sample: ref('样品', { to: 'sample' }),
    activity: dict('环节', { dict: 'sceneActivity', required: true, initial: 'sampling' }),
    place: text('地点', { required: true, max: 100 }),
    content: file('照片或视频', { required: true, accept: 'media' }),
    takenAt: dateTime('拍摄时间', { required: true }),
    latitude: decimal('纬度', { digits: 7, min: '-90' }),
    longitude: decimal('经度', { digits: 7, min: '-180' }),
    remark: text('说明'),
    recordedAt: dateTime('上传时间', { readonly: true }),
    clientId: text('离线标识', { max: 64, unique: true }),
  },
});
