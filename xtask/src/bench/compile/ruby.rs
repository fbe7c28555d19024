//! Manifests that call the Ruby of a module in a loop: a function with dispatches, a legacy function, an ERB template.

/// How often each is called.
pub(in crate::bench) const CALLS: usize = 2_500;

const FUNCTION: &str = "\
Puppet::Functions.create_function(:'m::f') do
  dispatch :f do
    param 'Integer', :number
    return_type 'String'
  end

  def f(number)
    [number, number + 1].map { |it| it.to_s }.join('-')
  end
end
";

const LEGACY: &str = "\
module Puppet::Parser::Functions
  newfunction(:old, :type => :rvalue, :arity => 1) do |given|
    given.map { |it| it.to_s }.join('-')
  end
end
";

const TEMPLATE: &str = "<% @list.each do |it| -%>\nline <%= it %> of <%= @list.size %>\n<% end -%>\n";

/// The files of the module, by their paths below the folder of modules.
pub(in crate::bench) fn files() -> [(&'static str, &'static str); 3] {
    [("m/lib/puppet/functions/m/f.rb", FUNCTION), ("m/lib/puppet/parser/functions/old.rb", LEGACY), ("m/templates/t.erb", TEMPLATE)]
}

/// The names of the workloads with this number of calls, with the name and the text of the manifest of each.
pub(in crate::bench) fn manifests(calls: usize) -> [(String, &'static str, String); 3] {
    let manifest = |call: &str| {
        let list = "$list = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']";
        format!("{list}\n$all = Integer[1, {calls}].map |$i| {{ {call} }}\nnotify {{ \"${{all[{}]}}\": }}\n", calls - 1)
    };
    [
        (format!("{calls} calls of a function in Ruby"), "function.pp", manifest("m::f($i)")),
        (format!("{calls} calls of a legacy function"), "legacy.pp", manifest("old($i)")),
        (format!("{calls} renderings of an ERB template"), "template.pp", manifest("template('m/t.erb')")),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_result_is_in_the_catalog() {
        let [(name, _, text), ..] = manifests(CALLS);
        assert_eq!(name, "2500 calls of a function in Ruby");
        assert!(text.contains("Integer[1, 2500].map |$i| { m::f($i) }") && text.ends_with("notify { \"${all[2499]}\": }\n"), "{text}");
    }
}
