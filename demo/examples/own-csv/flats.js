/** An invented table with words and gaps: flats and their rents. */

const districts = ['harbour', 'old town', 'hill', 'station'];
const heatings = ['gas', 'district', 'electric'];

/** The table as CSV, always the same. */
export function flats(rows = 160) {
  let state = 20;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const gap = (share, value) => (random() < share ? '' : value);
  const lines = Array.from({ length: rows }, () => {
    const size = Math.round(28 + 90 * random());
    const built = Math.round(1900 + 120 * random() ** 0.7);
    const district = districts[Math.floor(districts.length * random())];
    const heating = heatings[Math.floor(heatings.length * random())];
    const balcony = random() < 0.6;
    const rent = 190 + 8.2 * size + { harbour: 260, 'old town': 180, hill: 90, station: 0 }[district]
      + (heating === 'electric' ? -80 : 0) + (balcony ? 70 : 0) + 0.9 * (built - 1960) + 90 * (random() - 0.5);
    return [gap(0.08, size), gap(0.12, built), gap(0.05, district), gap(0.1, heating), balcony ? 'yes' : 'no', Math.round(rent)].join(',');
  });
  return ['size,built,district,heating,balcony,rent', ...lines].join('\n');
}
