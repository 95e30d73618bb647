/**
 * Learn the usual rows of numbers, such as those of a sensor, and detect unusual ones:
 *
 *     node novelty.mjs
 */
import { OneClassSVM, StandardScaler, makePipeline } from 'maxmargin';
import { makeBlobs } from 'maxmargin/data';

const usual = makeBlobs({ samples: 400, centers: [[0, 0], [4, 4]], seed: 1 });
const later = makeBlobs({ samples: 200, centers: [[0, 0], [4, 4]], seed: 2 });
const strange = [[0, 5], [8, 0], [-4, 5], [4, 4.2]];

// nu: about this share of the usual rows may lie outside.
const model = makePipeline(new StandardScaler(), new OneClassSVM({ nu: 0.05, gamma: 0.3 }));
await model.fit(usual.X);

const inside = await model.predict(later.X); // 1 inside, -1 outside
const alarms = inside.filter((answer) => answer === -1).length;
console.log(`${alarms} false alarms in ${inside.length} usual rows`);

const scores = await model.decisionFunction(strange); // below 0: outside
strange.forEach((row, i) => {
  console.log(`[${row.join(', ')}] ${scores[i] < 0 ? 'is unusual' : 'is as usual'} (score ${scores[i].toFixed(2)})`);
});
