import { importLogger } from '@/features/conformity/loggerActions';
import { definePage } from '@/listEditor';
import { place } from '@contract/features/equipment/entities/place';

/** 房间与存放处, with the required air conditions of each. */
export default definePage({
  entity: place,
  url: 'api/place',
  columns: ['placeName', 'placeNo', 'area', 'keeper', 'environment', 'remark', 'createTime'],
  filters: ['placeName', 'placeNo', 'keeper'],
  form: ['placeName', 'placeNo', 'area', 'keeper', 'environment', 'remark'],
  actions: [importLogger],
});
