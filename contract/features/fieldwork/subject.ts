import { defineSubject } from '@contract/subject';
import { blankRelation } from './entities/blankRelation';
import { blindSample } from './entities/blindSample';
import { companion } from './entities/companion';
import { handOver } from './entities/handOver';
import { handOverLine } from './entities/handOverLine';
import { sample } from './entities/sample';
import { samplePlan } from './entities/samplePlan';
import { sampleSiteHazard } from './entities/sampleSiteHazard';
import { samplingDay } from './entities/samplingDay';
import { siteHazard } from './entities/siteHazard';
import { siteMedia } from './entities/siteMedia';
import { siteSurvey } from './entities/siteSurvey';
import { siteWeather } from './entities/siteWeather';
import { surveyFile } from './entities/surveyFile';
import { handOverMachine } from './handOver/handOverMachine';
import { samplePlanMachine } from './plan/samplePlanMachine';
import { sampleMachine } from './samples/sampleMachine';

export const fieldworkSubject = defineSubject({
  entities: [
    siteSurvey,
    siteHazard,
    surveyFile,
    samplePlan,
    sampleSiteHazard,
    samplingDay,
    siteWeather,
    handOver,
    sample,
    handOverLine,
    blankRelation,
    companion,
    siteMedia,
    blindSample,
  ],
  machines: [samplePlanMachine, sampleMachine, handOverMachine],
  pages: {
    '/siteSample/siteSurvey': [siteSurvey, siteHazard, surveyFile],
    '/siteSample/samplePlan': [samplePlan, sampleSiteHazard],
    '/siteSample/liveSample': [sample, samplingDay, siteWeather, companion, siteMedia],
    '/siteSample/projectAdjustment': [blankRelation, 'sampleAdjustment'],
    '/siteSample/sampleFlow': [handOver, handOverLine],
    '/lab/blindSample': [blindSample],
  },
});
