import { archiveFile } from '@contract/features/archive/entities/archiveFile';
import { clientMatter } from '@contract/features/customers/entities/clientMatter';
import { clientReply } from '@contract/features/customers/entities/clientReply';
import { customer } from '@contract/features/customers/entities/customer';
import { exceedanceRemedy } from '@contract/features/customers/entities/exceedanceRemedy';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { equipment } from '@contract/features/equipment/entities/equipment';
import { equipmentUse } from '@contract/features/equipment/entities/equipmentUse';
import { blankRelation } from '@contract/features/fieldwork/entities/blankRelation';
import { companion } from '@contract/features/fieldwork/entities/companion';
import { handOver } from '@contract/features/fieldwork/entities/handOver';
import { handOverLine } from '@contract/features/fieldwork/entities/handOverLine';
import { sample } from '@contract/features/fieldwork/entities/sample';
import { samplePlan } from '@contract/features/fieldwork/entities/samplePlan';
import { sampleSiteHazard } from '@contract/features/fieldwork/entities/sampleSiteHazard';
import { samplingDay } from '@contract/features/fieldwork/entities/samplingDay';
import { siteHazard } from '@contract/features/fieldwork/entities/siteHazard';
import { siteMedia } from '@contract/features/fieldwork/entities/siteMedia';
import { siteSurvey } from '@contract/features/fieldwork/entities/siteSurvey';
import { siteWeather } from '@contract/features/fieldwork/entities/siteWeather';
import { surveyFile } from '@contract/features/fieldwork/entities/surveyFile';
import { incomingSample } from '@contract/features/laboratory/entities/incomingSample';
import { labAttachment } from '@contract/features/laboratory/entities/labAttachment';
import { labCheck } from '@contract/features/laboratory/entities/labCheck';
import { labCurve } from '@contract/features/laboratory/entities/labCurve';
import { labCurvePoint } from '@contract/features/laboratory/entities/labCurvePoint';
import { labDetection } from '@contract/features/laboratory/entities/labDetection';
import { labPeak } from '@contract/features/laboratory/entities/labPeak';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { labSheetRow } from '@contract/features/laboratory/entities/labSheetRow';
import { labTask } from '@contract/features/laboratory/entities/labTask';
import { methodAuthorisation } from '@contract/features/laboratory/entities/methodAuthorisation';
import { cyfaModule, cyfaModuleRow } from '@contract/features/library/entities/cyfaModule';
import { hazard } from '@contract/features/library/entities/hazard';
import { hazardLimit } from '@contract/features/library/entities/hazardLimit';
import { labMethod } from '@contract/features/library/entities/labMethod';
import { labMethodItem } from '@contract/features/library/entities/labMethodItem';
import { qsjcModule, qsjcModuleRow } from '@contract/features/library/entities/qsjcModule';
import { reportModule, reportModuleRow } from '@contract/features/library/entities/reportModule';
import { siteSurveyModule, siteSurveyModuleRow } from '@contract/features/library/entities/siteSurveyModule';
import { nonconformity } from '@contract/features/nonconformities/entities/nonconformity';
import { announcement, announcementSend } from '@contract/features/notices/entities/notice';
import { connector } from '@contract/features/platforms/entities/connector';
import { declaration } from '@contract/features/platforms/entities/declaration';
import { declarationRow } from '@contract/features/platforms/entities/declarationRow';
import { push } from '@contract/features/platforms/entities/push';
import { submission } from '@contract/features/platforms/entities/submission';
import { contractReview } from '@contract/features/projects/entities/contractReview';
import { project } from '@contract/features/projects/entities/project';
import { industryNews } from '@contract/features/publicity/entities/industryNews';
import { reportFormula } from '@contract/features/publicity/entities/reportFormula';
import { reportScene } from '@contract/features/publicity/entities/reportScene';
import { approval } from '@contract/features/reports/entities/approval';
import { delegation } from '@contract/features/reports/entities/delegation';
import { report } from '@contract/features/reports/entities/report';
import { outsideFee } from '@contract/features/reviewers/entities/outsideFee';
import { outsideFinding } from '@contract/features/reviewers/entities/outsideFinding';
import { outsideItem } from '@contract/features/reviewers/entities/outsideItem';
import { outsideTask } from '@contract/features/reviewers/entities/outsideTask';
import { pointEntry } from '@contract/features/reviewers/entities/pointEntry';
import { pointRule } from '@contract/features/reviewers/entities/pointRule';
import { settlement } from '@contract/features/reviewers/entities/settlement';
import { consumable } from '@contract/features/stock/entities/consumable';
import { reagent } from '@contract/features/stock/entities/reagent';
import { standard } from '@contract/features/stock/entities/standard';
import { stockMovement } from '@contract/features/stock/entities/stockMovement';
import { appPackage } from '@contract/features/system/entities/appPackage';
import { auditLog } from '@contract/features/system/entities/auditLog';
import { brand } from '@contract/features/system/entities/brand';
import { dictDetail, dictionary } from '@contract/features/system/entities/dict';
import { jobRun } from '@contract/features/system/entities/jobRun';
import { menu } from '@contract/features/system/entities/menu';
import { organization } from '@contract/features/system/entities/organization';
import { role } from '@contract/features/system/entities/role';
import { user } from '@contract/features/system/entities/user';
import { vehicle } from '@contract/features/vehicles/entities/vehicle';
import { vehiclePlan } from '@contract/features/vehicles/entities/vehiclePlan';
// All entities, for the server and the tests. The console imports entities one by one.
import type { Entity } from './entity';

export const entities = [
  organization,
  brand,
  user,
  role,
  menu,
  dictionary,
  dictDetail,
  auditLog,
  jobRun,
  appPackage,
  announcement,
  announcementSend,
  customer,
  inspectUnit,
  project,
  hazard,
  hazardLimit,
  labMethod,
  labMethodItem,
  siteSurveyModule,
  siteSurveyModuleRow,
  cyfaModule,
  cyfaModuleRow,
  qsjcModule,
  qsjcModuleRow,
  reportFormula,
  reportScene,
  industryNews,
  contractReview,
  clientMatter,
  clientReply,
  exceedanceRemedy,
  archiveFile,
  siteSurvey,
  siteHazard,
  surveyFile,
  samplePlan,
  sampleSiteHazard,
  equipment,
  equipmentUse,
  samplingDay,
  siteWeather,
  handOver,
  sample,
  handOverLine,
  blankRelation,
  companion,
  siteMedia,
  standard,
  reagent,
  consumable,
  stockMovement,
  vehicle,
  vehiclePlan,
  methodAuthorisation,
  labCurve,
  labCurvePoint,
  labSheet,
  labTask,
  labSheetRow,
  labCheck,
  labDetection,
  labAttachment,
  labPeak,
  nonconformity,
  incomingSample,
  reportModule,
  reportModuleRow,
  report,
  approval,
  delegation,
  connector,
  push,
  submission,
  declaration,
  declarationRow,
  outsideTask,
  outsideItem,
  outsideFinding,
  settlement,
  outsideFee,
  pointRule,
  pointEntry,
] as const satisfies readonly Entity[];

const byName: ReadonlyMap<string, Entity> = new Map(entities.map((entity) => [entity.name, entity as Entity]));

/**
 * Finds an entity by its name.
 * @throws Error for an unknown name
 */
export function entityNamed(name: string): Entity {
  const entity = byName.get(name);
  if (!entity) throw new Error(`no entity is called ${name}`);
  return entity;
}
