/**
 * Classify short texts by topic, and show the words with the largest contributions:
 *
 *     node text.mjs "wheat ships wait in the harbour"
 */
import { LinearSVC, TfidfVectorizer, makePipeline } from 'maxmargin';

const examples = {
  grain: [
    'wheat harvest delayed by rain', 'corn exports rise again', 'farmers store more barley',
    'dry weather hurts the wheat crop', 'grain ships leave the harbour', 'rice prices fall after a good crop',
  ],
  oil: [
    'crude prices rise as tankers wait', 'pipeline closed after a leak', 'refinery cuts its output',
    'oil producers agree on output', 'drilling begins off the coast', 'petrol becomes cheaper',
  ],
  money: [
    'central bank raises its rate', 'bond yields fall', 'the currency gains on the dollar',
    'bank lends more to small firms', 'inflation slows down', 'lower interest rate expected',
  ],
};
const texts = Object.values(examples).flat();
const topics = Object.entries(examples).flatMap(([topic, list]) => list.map(() => topic));

const vectorizer = new TfidfVectorizer({ stopWords: ['the', 'by', 'as', 'on', 'its', 'in', 'a', 'of'] });
const model = makePipeline(vectorizer, new LinearSVC({ C: 10 }));
await model.fit(texts, topics);

const asked = process.argv.slice(2);
const questions = asked.length > 0 ? asked : ['wheat crop lost', 'tankers leave the refinery', 'the bank cuts its rate'];
const answers = await model.predict(questions);
const { tfidfvectorizer: words, linearsvc: machine } = model.namedSteps;
const { coef, classes } = machine;
for (const [i, text] of questions.entries()) {
  const row = await words.transform([text]);
  const weights = coef.subarray(classes.indexOf(answers[i]) * words.nFeatures);
  const names = words.getFeatureNames();
  const spoke = Array.from(row.indices, (column, at) => [names[column], row.data[at] * weights[column]])
    .sort((a, b) => b[1] - a[1])
    .map(([word, weight]) => `${word} ${weight.toFixed(2)}`);
  console.log(`${answers[i].padEnd(6)} ${text}  (${spoke.join(', ') || 'no word is known'})`);
}
