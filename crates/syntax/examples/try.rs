use syntax::*;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args[0] == "-e" {
        let p = parse(&args[1], ParseOptions { dialect: if args.len() > 2 { Dialect::Epp } else { Dialect::Manifest }, tasks: false });
        println!("{:#?}", p.syntax_node());
        for x in p.problems() {
            println!("{:?} {:?} {} {:?}", x.code, x.range, x.message, x.puppet_place);
        }
        assert_eq!(p.syntax_node().text().to_string(), args[1]);
        return;
    }
    let mut texts = vec![];
    for f in &args {
        if let Ok(t) = std::fs::read_to_string(f) {
            texts.push((f.clone(), t));
        }
    }
    let bytes: usize = texts.iter().map(|t| t.1.len()).sum();
    for (f, t) in &texts {
        let p = parse(t, ParseOptions { dialect: Dialect::of_path(f), tasks: false });
        if p.syntax_node().text() != t.as_str() {
            println!("LOSSY {f}");
        }
        for x in p.problems() {
            println!("{f} {:?} {:?} {}", x.code, x.range, x.message);
        }
    }
    let t0 = std::time::Instant::now();
    for (f, t) in &texts {
        std::hint::black_box(parse(t, ParseOptions { dialect: Dialect::of_path(f), tasks: false }));
    }
    let d = t0.elapsed();
    println!("{} files {} bytes {:?} {:.1} MB/s", texts.len(), bytes, d, bytes as f64 / 1e6 / d.as_secs_f64());
}
