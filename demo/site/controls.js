/**
 * A number with a slider beside it. The number field (`#name`) is the value, to
 * the last digit typed; the slider (`#name-slider`) is a quick way to set it, on
 * a logarithmic scale unless `log` is false.
 *
 * @param {string} name
 * @param {{ min: number, max: number, step?: number, log?: boolean, change: () => void }} settings
 */
export function numberControl(name, { min, max, step = 0.05, log = true, change }) {
  const field = document.getElementById(name);
  const slider = document.getElementById(`${name}-slider`);
  const toSlider = log ? Math.log10 : Number;
  const fromSlider = log ? (value) => Number((10 ** value).toPrecision(2)) : Number;
  slider.min = toSlider(min);
  slider.max = toSlider(max);
  slider.step = step;

  const follow = () => {
    slider.value = toSlider(field.valueAsNumber);
    slider.setAttribute('aria-valuetext', field.value);
  };
  slider.addEventListener('input', () => {
    field.value = fromSlider(slider.valueAsNumber);
    slider.setAttribute('aria-valuetext', field.value);
    change();
  });
  field.addEventListener('input', () => {
    follow();
    change();
  });

  return {
    get value() {
      return field.valueAsNumber;
    },
    set value(value) {
      field.value = value;
      follow();
    },
    set disabled(disabled) {
      field.disabled = slider.disabled = disabled;
    },
  };
}
